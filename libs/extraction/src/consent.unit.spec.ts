import { describe, expect, it } from '@jest/globals';
import type { Directive } from '#safety';
import type { SubjectRef } from '#identity';
import type { ReadingContext, WindowMessage } from './fact-extractor.js';
import { message, read } from './testing/reading.js';

const dm: Partial<ReadingContext> = { place: { sourceId: 's', type: 'dm' } };
const word = (ref: SubjectRef): string => (ref.kind === 'entity' ? ref.entityId : `~${ref.kind}`);
/** Who may hear what by leave of these directives, and what was meant. */
const leaveOf = (directives: readonly Directive[]): readonly string[] =>
  directives.flatMap((directive) => {
    if (directive.kind === 'release')
      return [`${directive.to.map(word).join('+') || 'open'}: ${directive.what ?? '-'}`];
    return directive.kind === 'confide' && directive.except.length > 0
      ? [`only ${directive.except.map(word).join('+')}: ${directive.what ?? '-'}`]
      : [];
  });
const given = async (
  text: string,
  context: Partial<ReadingContext> = dm,
  change: Partial<WindowMessage> = {},
): Promise<readonly string[]> => leaveOf((await read(text, context, change)).directives);

describe('leave to tell', () => {
  it.each([
    ['You can tell Bo', 'bo: -'],
    ['you can tell bo that.', 'bo: -'],
    ['ok, you may tell Cleo now', 'cleo: -'],
    ['You can tell Bo and Cleo', 'bo+cleo: -'],
    ['you can tell Bo, Cleo and Mira about it', 'bo+cleo+mira: -'],
    ['You can tell Bo about the harbour flat', 'bo: the harbour flat'],
    ['You can tell Bo that I keep bees', 'bo: I keep bees'],
    ["You can tell Bo I'm moving to Turku", "bo: I'm moving to Turku"],
    ['You can tell Bo and Zeno', 'bo: -'],
    ["You can tell Bo I can't swim", "bo: I can't swim"],
    ['About my bees: you can tell Bo', 'bo: my bees'],
    ['You can let Mira know', 'mira: -'],
    ['please let Mira know about my move', 'mira: my move'],
    ['Feel free to share that with Cleo', 'cleo: -'],
    ['feel free to pass it on to Cleo, thanks', 'cleo: -'],
    ["You're welcome to tell Bo", 'bo: -'],
    ['You have my permission to tell Bo about this', 'bo: -'],
    ["It's fine if Bo knows", 'bo: -'],
    ["it's ok with me if you tell Mira", 'mira: -'],
    ["I don't mind if Cleo knows about the bees", 'cleo: the bees'],
    ["I'm fine with you telling Bo", 'bo: -'],
    ["I'm okay with Mira knowing that", 'mira: -'],
    ['Bo may know', 'bo: -'],
    ['Cleo is allowed to know about my exam', 'cleo: my exam'],
    ['Please tell Bo that I keep bees.', 'bo: I keep bees'],
    ['go ahead and tell Bo', 'bo: -'],
    ['I keep bees, you can tell Bo', 'bo: -'],
    ['I keep bees. You can tell Bo. Thanks!', 'bo: -'],
    ["I'm moving to Turku but you can tell Bo", 'bo: -'],
    ['Kith, you can tell Bo', 'bo: -'],
    ['you can tell @cleo 🙂', 'cleo: -'],
    ['Only Bo may know', 'only bo: -'],
    ["Please don't tell anyone but Mira", 'only mira: -'],
    ['You can tell Bo, but nobody else', 'only bo: -'],
    ["You can tell Bo. Please don't tell anyone else.", 'only bo: -'],
    ["it's not a secret any more", 'open: -'],
    ['you can tell everyone', 'open: -'],
  ])('is given by: %s', async (text, leave) => expect(await given(text)).toEqual([leave]));

  it.each([
    // What is seen of somebody.
    'You can tell Bo is exhausted',
    'you can tell Bo likes it',
    'You can tell Cleo and Bo are siblings',
    'You can tell by her face',
    // Something else is told, or nothing.
    'You can tell Bo to bring a ladder',
    'You can tell Bo nothing',
    'You can tell Bo a joke',
    'You can tell Bo half of it',
    'You can tell Bo some of that',
    'You can tell Bo how late it is',
    'You can tell Bo from Cleo',
    'You can tell Bo anything',
    'you can tell Bo apart',
    // Not said by them, or to somebody else.
    'Mira said you can tell Bo',
    'Mira said, you can tell Bo',
    'Mira says: you can tell Bo',
    'Mira asked me something. She said: You can tell Bo.',
    '"You can tell Bo"',
    "'you can tell Bo', those were her words",
    '> You can tell Bo',
    'Cleo, you can tell Bo',
    'In the film they say you can tell Bo',
    // Denied, doubted, asked, supposed.
    "I don't think you can tell Bo",
    "you can't tell Bo",
    'You can never tell Bo',
    'Can you tell Bo?',
    'You can tell Bo?',
    'you can tell Bo, right?',
    'I guess you can tell Bo',
    'maybe you can tell Bo',
    'If it must be, you can tell Bo',
    'Imagine this. Suppose I say so. You can tell Bo if it rains',
    'You could tell Bo',
    'You could have told Bo',
    'you told Bo',
    'I wish you could tell Bo',
    // What follows changes it.
    'You can tell Bo if she asks',
    'You can tell Bo tomorrow',
    'you can tell Bo when I am gone',
    'You can tell Bo... not',
    'You can tell Bo, just kidding',
    'You can tell Bo. Actually no.',
    'you can tell Bo. Wait, scratch that',
    'You can tell Bo lol',
    'You can tell Bo. Sorry, that was meant for Mira.',
    'You can tell Bo. The cook said that.',
    'You can tell Bo. 🙄',
    'You can tell Bo (not)',
    'You can tell Bo "you are fired"',
    'You can tell Bo about it but leave out the salary',
    "you can tell Bo's sister",
    'You can tell Bo, Cleo',
    // Nobody of that name, or one of two.
    'You can tell Zeno',
    'You can tell Sam',
    'you can tell Bo and milk',
    'you can tell her',
    'you can tell me',
    'Yes',
    'The rule is to tell Bo you can come',
    'nobody said only Bo may know',
    'is it true that only Bo may know?',
    'who said it is not a secret any more',
  ])('is not given by: %s', async (text) => expect(await given(text)).toEqual([]));

  it('is given to the agent, among people by calling it', async () => {
    expect(await given('You can tell Bo', {})).toEqual([]);
    expect(await given('@kith you can tell Bo', {})).toEqual(['bo: -']);
    expect(await given('Cleo, tell Kith: you can tell Bo', {})).toEqual([]);
  });

  describe('as an answer to the agent', () => {
    const asked = (question: string, by: Partial<WindowMessage> = {}): Partial<ReadingContext> => ({
      ...dm,
      before: [message(question, { authorId: 'agent', authorKind: 'agent', recordId: 'q', ...by })],
    });
    it.each([
      ['May I tell Bo?', 'Yes', 'bo: -'],
      ['Shall I tell Bo about the bees?', 'sure, go ahead', 'bo: the bees'],
      ['I see. Is it ok if I let Mira know?', 'yes please', 'mira: -'],
      ['Do you want me to tell Bo?', 'yes, you can tell him', 'bo: -'],
      ['Shall I tell Bo that you keep bees?', 'sure, tell him', 'bo: you keep bees'],
      ['Do you mind if I tell Bo?', "no, I don't mind", 'bo: -'],
    ])('%s %s', async (question, answer, leave) =>
      expect(await given(answer, asked(question))).toEqual([leave]),
    );

    it.each([
      ['May I tell Bo?', 'no'],
      ['May I tell Bo?', 'yes, later'],
      ['May I tell Bo?', 'yes?'],
      ['Do you mind if I tell Bo?', 'yes'],
      ['Do you mind if I tell Bo?', 'no'],
      ['Did you tell Bo?', 'yes'],
      ['Shall I not tell Bo?', 'yes'],
      ['Shall I tell Bo, or rather Mira?', 'yes'],
    ])('is none: %s %s', async (question, answer) =>
      expect(await given(answer, asked(question))).toEqual([]),
    );

    it('is none to what another person asked', async () => {
      const context = asked('May I tell Bo?', { authorId: 'cleo', authorKind: 'human' });
      expect(await given('yes', context)).toEqual([]);
    });
  });

  it('is not given to somebody who came later and bears the name', async () => {
    const reading = await read('you can tell Bo', dm, { sentAt: new Date('2025-12-01T00:00:00Z') });
    expect(leaveOf(reading.directives)).toEqual([]);
  });

  it('is given to whoever bore the name when it was said, and to nobody who took it since or wore it before', async () => {
    const bo = (since: string, until?: string) => ({
      entityId: 'bo',
      kind: 'human' as const,
      names: [
        { text: 'fitz', kind: 'handle' as const },
        {
          text: 'Bo',
          kind: 'display_name' as const,
          since: new Date(since),
          ...(until !== undefined && { until: new Date(until) }),
        },
      ],
      knownSince: new Date('2026-01-01T00:00:00Z'),
    });
    const when = async (since: string, until?: string) =>
      given('you can tell Bo', { ...dm, people: [bo(since, until)] });
    expect(await when('2026-02-01T00:00:00Z')).toEqual(['bo: -']);
    expect(await when('2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z')).toEqual(['bo: -']);
    expect(await when('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z')).toEqual([]);
    expect(await when('2026-04-01T00:00:00Z')).toEqual([]);
  });
});

describe('leave that was given', () => {
  const said = message('I keep bees', { recordId: 'm-1' });
  const leave = message('You can tell Bo that.', { recordId: 'm-2' });
  const closes = async (text: string, context: Partial<ReadingContext> = {}): Promise<boolean> => {
    const { directives } = await read(text, { ...dm, before: [said, leave], ...context });
    return directives.some((directive) => directive.kind === 'confide' && directive.of === 'earlier');
  };
  it.each([
    'I take it back',
    'I take that back, sorry',
    'please undo that',
    'I withdraw my permission',
    'revoke that please',
    'Cancel that permission',
    'I changed my mind about Bo',
    'no longer tell Bo that',
    'wait, no',
    "actually don't",
    'I would rather Bo did not know',
    "I'd prefer it if you said nothing to Bo",
    'hold that back from Bo',
    'let us keep Bo out of this',
    'from now on say nothing to Bo',
    'sorry, that was my mistake',
    'I regret telling you that you can tell Bo',
    "Bo doesn't need to know after all",
  ])('is taken back by "%s"', async (text) => expect(await closes(text)).toBe(true));

  it.each(['I love figs', 'thanks a lot', 'what did you tell Bo?', 'see you on Sunday'])(
    'stays with "%s"',
    async (text) => expect(await closes(text)).toBe(false),
  );
  it('is not there to be taken back where nobody spoke of telling', async () =>
    expect(await closes('I changed my mind about the sofa', { before: [said] })).toBe(false));
});

describe('leave to tell somebody by a name', () => {
  const long = new Date('2025-01-01T00:00:00Z');
  const said = new Date('2026-03-11T10:00:00Z');
  const daysBefore = (days: number): Date => new Date(said.getTime() - days * 86_400_000);
  const person = (entityId: string, names: ReadingContext['people'][number]['names']) => ({
    entityId,
    kind: 'human' as const,
    names,
    knownSince: long,
  });
  const leave = (people: ReadingContext['people']) => given('you can tell Quill', { ...dm, people });
  const ana = person('ana', [{ text: 'Ana', kind: 'display_name' }]);

  it('reaches who bears it', async () =>
    expect(await leave([ana, person('q', [{ text: 'Quill', kind: 'display_name', since: long }])])).toEqual([
      'q: -',
    ]));
  it('reaches nobody who only says that they are called so', async () =>
    expect(
      await leave([
        ana,
        person('mal', [
          { text: 'Mallory', kind: 'display_name' },
          { text: 'Quill', kind: 'alias' },
        ]),
      ]),
    ).toEqual([]));
  it.each([
    [3, []],
    [90, ['mal: -']],
  ])('that was another’s until %s days ago reaches whoever took it: %j', async (days, leaves) =>
    expect(
      await leave([
        ana,
        person('q', [
          { text: 'Quill', kind: 'display_name', since: long, until: daysBefore(days) },
          { text: 'Quillon', kind: 'display_name', since: daysBefore(days) },
        ]),
        person('mal', [{ text: 'Quill', kind: 'display_name', since: daysBefore(days - 1) }]),
      ]),
    ).toEqual(leaves),
  );
});
