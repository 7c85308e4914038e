import { describe, expect, it } from '@jest/globals';
import {
  keepWithin,
  renderContext,
  tokensOf,
  type ContextInput,
  type ContextItem,
  type ContextPerson,
} from './index.js';

const person = (id: string, name: string | null, personId = id): readonly [string, ContextPerson] => [
  id,
  { personId, name },
];
const people = new Map([
  person('rain', 'Rain'),
  person('slash', 'SlashDaemon'),
  person('kim', 'Kim'),
  person('dana', 'Dana'),
  person('slash-2', 'slash on irc', 'slash'),
  person('zoe', null),
]);
const item = (text: string, subjectIds: readonly string[], rest: Partial<ContextItem> = {}): ContextItem => ({
  kind: 'fact',
  text,
  subjectIds,
  speakerId: subjectIds[0] ?? null,
  scope: 'source_shared',
  observedAt: new Date('2026-05-01T23:59:00Z'),
  conflictingSpeakerIds: [],
  ...rest,
});
const render = (items: readonly ContextItem[], rest: Partial<ContextInput> = {}): string =>
  renderContext({ viewerIds: ['rain'], agentId: 'agent', items, people, ...rest });

describe('the context', () => {
  it('is nothing when there is nothing to say', () => {
    expect(render([])).toBe('');
  });

  it('of another person stands under their name, byte for byte', () => {
    expect(render([item('IGN: slashdaemon', ['slash'])])).toBe(
      "## Relevant Context From Past Conversations\n\n### Public Knowledge From This Server\n\n#### SlashDaemon's shared context\n- IGN: slashdaemon\n",
    );
  });

  it('has its sections in order, each once', () => {
    const items = [
      item('Answers in haiku', ['agent']),
      item('Backups run at noon', [], { speakerId: null }),
      item('IGN: slashdaemon', ['slash']),
      item('Bastion main', ['rain']),
      item('Built a creeper farm', ['slash-2']),
    ];
    expect(render(items)).toBe(
      [
        '## Relevant Context From Past Conversations',
        '### Your History\n- Bastion main',
        '### Public Knowledge From This Server',
        "#### SlashDaemon's shared context\n- IGN: slashdaemon\n- Built a creeper farm",
        '### Shared Knowledge\n- Backups run at noon',
        '### Agent Notes\n- Answers in haiku\n',
      ].join('\n\n'),
    );
  });

  it('says who said it when that was somebody else', () => {
    expect(render([item('Loves pizza', ['rain'], { speakerId: 'kim' })])).toContain(
      '- Loves pizza (said by Kim, 2026-05-01)\n',
    );
    expect(render([item('Loves pizza', ['rain'])])).toContain('- Loves pizza\n');
    expect(render([item('Loves pizza', ['slash'], { speakerId: 'slash-2' })])).toContain('- Loves pizza\n');
    expect(render([item('Launch is Friday', [], { speakerId: 'kim' })])).toContain(
      '- Launch is Friday (said by Kim, 2026-05-01)\n',
    );
  });

  it('names nobody who left or is not known', () => {
    const text = render([
      item('Runs the gold farm', ['zoe']),
      item('Is vegan', ['dana'], { speakerId: 'nobody-we-know' }),
    ]);
    expect(text).toContain("#### a former member's shared context\n- Runs the gold farm\n");
    expect(text).toContain('- Is vegan (said by a former member, 2026-05-01)\n');
  });

  it('keeps two people of one name apart', () => {
    const same = new Map([
      person('alex-1', 'Alex'),
      person('alex-2', 'Alex'),
      person('gone-1', null),
      person('gone-2', null),
    ]);
    const text = render(
      [
        item('A', ['alex-1']),
        item('B', ['alex-2']),
        item('C', ['alex-1']),
        item('D', ['gone-1']),
        item('E', ['gone-2']),
      ],
      {
        people: same,
      },
    );
    expect(text).toContain("#### Alex's shared context\n- A\n- C\n\n#### Alex 2's shared context\n- B\n");
    expect(text).toContain(
      "#### a former member's shared context\n- D\n\n#### a former member's shared context\n- E\n",
    );
  });

  it('lets nobody take the name of a former member', () => {
    const text = render([item('A', ['x'])], { people: new Map([person('x', 'A former member')]) });
    expect(text).toContain("#### A former member 2's shared context");
  });

  it.each(['Rain', 'RAIN', 'Rаin', 'Ｒａｉｎ', 'R a i n'])('leaves the viewer their name: %s', (name) => {
    const text = render([item('Fears heights', ['rain'], { speakerId: 'x' }), item('A', ['x'])], {
      people: new Map([...people, person('x', name)]),
    });
    expect(text).toContain(`- Fears heights (said by ${name} 2, 2026-05-01)`);
    expect(text).toContain(`#### ${name} 2's shared context`);
  });

  it.each(['you', 'You', 'yоu', 'Your', 'me'])('lets nobody be called %s', (name) => {
    for (const own of ['Rain', null]) {
      const named = new Map([person('rain', own), person('x', name)]);
      const text = render([item('Are friends', ['rain', 'x'], { speakerId: 'x' }), item('A', ['x'])], {
        people: named,
      });
      expect(text).toContain(`(also about ${name} 2)`);
      expect(text).toContain(`#### ${name} 2's shared context`);
    }
  });

  it('of several people stands under the first that has a name, and names all', () => {
    expect(render([item('Are married', ['zoe', 'dana', 'slash'], { speakerId: 'dana' })])).toContain(
      "#### Dana's shared context\n- Are married (also about a former member, SlashDaemon)\n",
    );
    expect(render([item('Are married', ['dana', 'rain'], { speakerId: 'dana' })])).toContain(
      '### Your History\n- Are married (also about Dana)\n',
    );
  });

  it('says with whom a statement conflicts', () => {
    const text = render([
      item('Is vegan', ['dana'], { speakerId: 'kim', conflictingSpeakerIds: ['slash'] }),
      item('Eats fish', ['dana'], { speakerId: 'slash', conflictingSpeakerIds: ['kim'] }),
    ]);
    expect(text).toContain('- Is vegan (said by Kim, 2026-05-01) (conflicts with what SlashDaemon said)\n');
    expect(text).toContain('- Eats fish (said by SlashDaemon, 2026-05-01) (conflicts with what Kim said)\n');
  });

  it('quotes a message with its author and date, among what was said', () => {
    const text = render([item('launch slips\nto Monday', ['kim'], { kind: 'message' })]);
    expect(text).toContain('### From Past Conversations\n- Kim (2026-05-01): "launch slips to Monday"\n');
  });

  it('shortens a long message, never a fact', () => {
    const long = 'word '.repeat(400).trim();
    expect(render([item(long, ['kim'], { kind: 'message' })]).length).toBeLessThan(900);
    expect(render([item(long, ['kim'])])).toContain(long);
  });

  it('takes all linked accounts of the viewer for the viewer', () => {
    const text = render([item('Bastion main', ['rain-2'])], { viewerIds: ['rain', 'rain-2'] });
    expect(text).toContain('### Your History\n- Bastion main\n');
  });

  it('keeps what only the system may use among the notes of the agent', () => {
    expect(render([item('Be brief', [], { speakerId: null, scope: 'system' })])).toContain(
      '### Agent Notes\n- Be brief\n',
    );
  });
});

describe('a token budget', () => {
  const items = ['one', 'two', 'three', 'four'].map((text) => item(text.repeat(30), ['slash']));
  const textOf = (kept: readonly ContextItem[]): string => render(kept);

  it('cuts whole lines from the end', () => {
    const most = tokensOf(textOf(items.slice(0, 2)));
    expect(keepWithin(items, most, textOf)).toEqual(items.slice(0, 2));
    expect(keepWithin(items, most - 1, textOf)).toEqual(items.slice(0, 1));
  });
  it('may leave nothing', () => {
    expect(keepWithin(items, 1, textOf)).toEqual([]);
  });
  it('that is large enough leaves everything', () => {
    expect(keepWithin(items, 100_000, textOf)).toEqual(items);
  });
});
