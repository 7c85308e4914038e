import { describe, expect, it } from '@jest/globals';
import { recallRequestSchema, type RecallRequest } from '#contracts';
import type { Fused } from '#retrieval';
import { answersOf, excerptsBeside, laneShown, mayAnswer, wantsExcerpts } from './ranking.js';
import type { Ranked } from '../permitted/permitted.js';
import type { Decided } from '../permitted/permitted.js';

const asked = (more: object = {}): RecallRequest =>
  recallRequestSchema(() => new Date()).parse({
    viewer: { platform: 'chat', platform_user_id: 'una' },
    query: 'who plays the bassoon?',
    ...more,
  });

const decided = (
  id: string,
  kind: 'fact' | 'message',
  content: string,
  place: string,
  drawnFrom: readonly string[],
  speakerId: string | null = null,
): Decided =>
  ({
    verdict: { decision: 'allow' },
    row: {
      kind,
      content,
      facts: { memoryId: id, speakerId, source: { type: place } },
      evidence: drawnFrom.map((record_id) => ({ record_id })),
    },
  }) as unknown as Decided;

interface Given {
  readonly kind?: 'fact' | 'message';
  readonly score?: number;
  readonly fused?: number;
  readonly text?: string;
  readonly place?: string;
  readonly drawnFrom?: readonly string[];
  readonly speakerId?: string;
}
const row = (
  id: string,
  {
    kind = 'fact',
    score = 1,
    fused = score,
    text = '',
    place = 'group',
    drawnFrom = [],
    speakerId,
  }: Given = {},
): Fused<Ranked> =>
  ({
    fused,
    row: { id, kind, score, decided: decided(id, kind, text, place, drawnFrom, speakerId) },
  }) as unknown as Fused<Ranked>;
const ids = (rows: readonly Fused<Ranked>[]): readonly string[] => rows.map(({ row: { id } }) => id);

describe('what may answer a question', () => {
  const { decided: question } = row('m', {
    kind: 'message',
    text: 'who plays the bassoon?',
    place: 'dm',
  }).row;
  const { decided: inGroup } = row('m', { kind: 'message', text: 'who plays the bassoon?' }).row;
  const { decided: stated } = row('m', { kind: 'message', text: 'Ola plays the bassoon', place: 'dm' }).row;

  it('is no question that somebody asked the agent in a dm', () => {
    expect([question, inGroup, stated].map(mayAnswer(asked()))).toEqual([false, true, true]);
  });
  it('is such a question too where questions are wanted, or nothing is asked', () => {
    expect(mayAnswer(asked({ query: 'what did I ask you?' }))(question)).toBe(true);
    expect(mayAnswer(asked({ query: '', mode: 'recent' }))(question)).toBe(true);
  });
});

describe('what answers', () => {
  const rows = [row('best', { score: 0.9 }), row('near', { score: 0.4 }), row('far', { score: 0.1 })];

  it('is what reaches the threshold of the caller, zero for all', () => {
    expect(ids(answersOf(asked({ threshold: 0.4 }), rows))).toEqual(['best', 'near']);
    expect(ids(answersOf(asked({ threshold: 0 }), rows))).toEqual(['best', 'near', 'far']);
  });
  it('is, without one, what stands not far behind the best fact', () => {
    expect(ids(answersOf(asked(), rows))).toEqual(['best', 'near']);
    expect(ids(answersOf(asked(), [row('weak', { score: 0.01 })]))).toEqual([]);
  });
  it('is everything where nothing is asked but what is new', () => {
    expect(answersOf(asked({ mode: 'recent' }), rows)).toHaveLength(3);
  });
  it('is a message that was found at all', () => {
    const messages = [
      row('found', { kind: 'message', score: 0.01, fused: 0.2 }),
      row('not', { kind: 'message', score: 0.01, fused: 0 }),
    ];
    expect(ids(answersOf(asked(), messages))).toEqual(['found']);
  });
});

describe('excerpts', () => {
  it('are added where no fact surely answers, and nowhere that the caller decided', () => {
    const sure = [row('fact', { score: 0.8 })];
    const unsure = [row('fact', { score: 0.3 })];
    expect([wantsExcerpts(asked(), sure), wantsExcerpts(asked(), unsure)]).toEqual([false, true]);
    expect(wantsExcerpts(asked({ include_messages: false }), unsure)).toBe(false);
    expect(wantsExcerpts(asked({ mode: 'recent' }), [])).toBe(false);
    expect(wantsExcerpts(asked({ top_k: 1 }), unsure)).toBe(false);
  });

  const message = (id: string, fused: number, score = 0.5) => row(id, { kind: 'message', fused, score });
  const nobody = { onlyIds: [], namesOnly: () => false };

  it('are nothing that others wrote of themselves, where one person alone is asked about', () => {
    const by = (speakerId: string, text: string) => row(text, { kind: 'message', text, speakerId });
    const messages = [
      by('ola', 'my son is called Adam'),
      by('femi', 'my son is called Tayo'),
      by('ola', 'Femi and my son are friends'),
      by('ola', 'my son met your son'),
      by('ola', 'the son of Femi is tall'),
    ];
    const femi = { onlyIds: ['femi'], namesOnly: (text: string) => text.includes('Femi') };
    const told = (query: string, whom: typeof femi) =>
      ids(excerptsBeside(asked({ query }), whom, [], messages));
    expect(told("what is Femi's son called?", femi)).toEqual([
      'my son is called Tayo',
      'Femi and my son are friends',
      'my son met your son',
      'the son of Femi is tall',
    ]);
    expect(told("who met Femi's son?", femi)).toHaveLength(5);
    expect(told('what are the sons called?', { ...femi, onlyIds: [] })).toHaveLength(5);
  });

  it('stand nearer to the best where meanings are compared: then every message is near to some degree', () => {
    const messages = [message('m-best', 0.9), message('m-near', 0.7), message('m-half', 0.5)];
    const compared = messages.map((one) => ({ ...one, similarity: 0.4 }));
    const words = messages.map((one) => ({ ...one, similarity: null }));
    expect(ids(excerptsBeside(asked(), nobody, [], compared))).toEqual(['m-best', 'm-near']);
    expect(ids(excerptsBeside(asked(), nobody, [], words))).toEqual(['m-best', 'm-near', 'm-half']);
  });
  it('are no messages that were told as facts already, and none far behind the best', () => {
    const answers = [row('fact', { drawnFrom: ['m-told'] })];
    const messages = [
      message('m-told', 1),
      message('m-good', 0.9),
      message('m-half', 0.5),
      message('m-poor', 0.4),
    ].map((one) => ({ ...one, similarity: null }));
    expect(ids(excerptsBeside(asked(), nobody, answers, messages))).toEqual(['m-good', 'm-half']);
  });
  it('are five at most, as many as the answer has room for, each above the threshold', () => {
    const messages = Array.from({ length: 9 }, (_, at) => message(`m-${String(at)}`, 1));
    expect(excerptsBeside(asked(), nobody, [], messages)).toHaveLength(5);
    expect(excerptsBeside(asked({ top_k: 3 }), nobody, [row('one'), row('two')], messages)).toHaveLength(1);
    expect(excerptsBeside(asked({ threshold: 0.6 }), nobody, [], messages)).toEqual([]);
  });
});

describe('the lane of a message', () => {
  it('is that of its place among the lanes that were asked for', () => {
    expect(laneShown('viewer', asked())).toBe('viewer');
    expect(laneShown('messages', asked())).toBe('source');
    const [first = ''] = asked().lanes.filter((lane) => lane !== 'source');
    expect(laneShown('messages', asked({ lanes: [first] }))).toBe(first);
  });
});
