import { describe, expect, it } from '@jest/globals';
import { messageEventSchema } from '#contracts';
import { memory } from '../testing/fake-platform.js';
import { check, ownHistoryOf } from './checks.js';
import type { AnsweredQuestion, ExplainedLine } from './play.js';
import { happenings, people, questions } from './story.js';
import type { Expectation } from './story-types.js';
import { tell } from './tell.js';

const now = new Date('2026-05-01T12:00:00Z');

describe('the story of the demo', () => {
  it('fits the contract of message events', () => {
    const schema = messageEventSchema(() => now);
    expect(tell(now).flatMap(({ event }) => schema.safeParse(event).error ?? [])).toEqual([]);
  });

  it('has ten people, two of one name, and six questions', () => {
    const names = Object.values(people).map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(9);
    expect(questions).toHaveLength(6);
  });

  it('asks only about lines that were said', () => {
    const said = happenings.flatMap((happening) => ('as' in happening ? [happening.as] : []));
    const asked = questions.flatMap(({ facts }) =>
      facts.flatMap((fact) => ('line' in fact ? [fact.line] : 'lines' in fact ? fact.lines : [])),
    );
    expect(asked.filter((line) => !said.includes(line))).toEqual([]);
  });

  it('happened before now, in order', () => {
    const times = tell(now).map(({ event }) => Date.parse(String(event['time'])));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times.at(-1)).toBeLessThan(now.getTime());
  });

  it('calls people by the names they have at the time', () => {
    const mentioned = tell(now).find(
      ({ happening }) => 'says' in happening && happening.says.includes('Bergen'),
    );
    expect(JSON.stringify(mentioned?.event['data'])).toContain('"display_name":"tom_93"');
  });
});

const context =
  '### Your History\n- Likes rye\n\n### Public Knowledge From This Server\n\n#### Moss\n- Grows roses\n';
const roses = memory('a1');
const line = { who: 'kim', at: 'general', said: 'I grow roses' } as const;
const learned = [
  { ...line, line: 'roses', memories: [{ id: roses.id, words: roses.memory }] },
  { ...line, line: 'mute', memories: [] },
];
const outcome = (fact: Expectation, returned: boolean, verdicts: readonly ExplainedLine[] = []) => {
  const asked: AnsweredQuestion = {
    question: { who: 'rain', at: 'general', asks: '?', facts: [fact] },
    answer: {
      gated: false,
      scope: null,
      results: returned ? [roses] : [],
      context,
      asked_about: [],
      explanation: null,
    },
    verdicts,
  };
  return check(asked, learned)[0]?.why;
};
const says = 'so it is';

describe('a fact of the demo', () => {
  it('holds when the line came back', () => {
    expect(outcome({ kind: 'returned', line: 'roses', says }, true)).toBe('');
    expect(outcome({ kind: 'returned', line: 'roses', says }, false)).toContain('did not come back');
  });

  it('holds when the line was withheld by a rule, not by chance', () => {
    const verdict = (decision: 'allow' | 'deny') => [
      { line: { ...line, line: 'roses', memories: [] }, decision, rule: 'a-rule' },
    ];
    expect(outcome({ kind: 'withheld', line: 'roses', says }, false, verdict('deny'))).toBe('');
    expect(outcome({ kind: 'withheld', line: 'roses', says }, false, verdict('allow'))).toContain('a-rule');
    expect(outcome({ kind: 'withheld', line: 'roses', says }, true)).toContain('came back');
  });

  it('does not hold when nothing was learned to begin with', () => {
    expect(outcome({ kind: 'returned', line: 'mute', says }, false)).toContain('nothing was learned');
    expect(outcome({ kind: 'withheld', line: 'mute', says }, false)).toContain('nothing was learned');
  });

  it("looks into the asker's own history alone", () => {
    expect(ownHistoryOf(context)).toEqual(['- Likes rye']);
    expect(outcome({ kind: 'own-history-without', lines: ['roses'], says }, true)).toBe('');
  });

  it('may be about words', () => {
    expect(outcome({ kind: 'context', has: 'roses', lacks: 'Fern', says }, true)).toBe('');
    expect(outcome({ kind: 'context', has: 'tulips', lacks: 'Fern', says }, true)).toContain('tulips');
    expect(outcome({ kind: 'context', has: 'roses', lacks: 'Moss', says }, true)).toContain('Moss');
  });
});
