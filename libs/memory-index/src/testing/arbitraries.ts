import fc from 'fast-check';
import { type Condition, instantFields, type MetadataTest, type Scalar, scalarFields } from '#policy';
import type { IndexEntry } from '../memory-index.js';
import { entry } from './entries.js';

/** Words that look alike, sort oddly, or mean something to SQL. */
export const hostileWords = [
  'a',
  'A',
  'place',
  'place ',
  '',
  'null',
  "o'; drop table x; --",
  'é',
  'e\u0301',
  'а', // Cyrillic
  '\u{1F600}',
  '\uFFFD',
  '\uE000',
  '10',
  '9',
  'true',
  '{a,b}',
  '%',
  '\\',
  '$1',
] as const;
const numbers = [0, 1, 2, 3, -1, 1.5, 10, 9, 1e300, 0.1] as const;
const instants = [
  new Date(0),
  new Date('2026-05-01T12:00:00.001Z'),
  new Date('2026-05-01T12:00:00Z'),
  new Date(-1e15),
  new Date(8.64e15),
] as const;
const keys = ['k', 'K', 'nested', "it's", 'constructor', ''] as const;

const word = fc.constantFrom(...hostileWords);
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 3 });
const scalar: fc.Arbitrary<Scalar> = fc.oneof(word, fc.constantFrom(...numbers), fc.boolean());
const metadataValue: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...keys), scalar, { maxKeys: 2 }),
  word.map((text) => `before ${text} after`),
);

const hostileEntry = (id: string): fc.Arbitrary<IndexEntry> =>
  fc
    .record({
      kind: fc.constantFrom('fact' as const, 'message' as const),
      tenantId: word,
      agentId: orNull(word),
      status: word,
      scope: word,
      rank: fc.constantFrom(...numbers),
      disclosure: word,
      portable: fc.boolean(),
      imported: fc.boolean(),
      sourceId: orNull(word),
      sourceType: orNull(word),
      sourceAccess: orNull(word),
      sourceHistory: orNull(word),
      toldIn: orNull(word),
      heardIn: orNull(word),
      workspaceId: orNull(word),
      speakerId: orNull(word),
      ownerId: orNull(word),
      subjectIds: fc.array(word, { maxLength: 3 }),
      withheldFromIds: fc.array(word, { maxLength: 2 }),
      conversationId: orNull(word),
      memoryType: orNull(word),
      trust: word,
      observedAt: fc.constantFrom(...instants),
      firstObservedAt: fc.constantFrom(...instants),
      expiresAt: orNull(fc.constantFrom(...instants)),
      supersededAt: orNull(fc.constantFrom(...instants)),
      metadata: fc.dictionary(fc.constantFrom(...keys), metadataValue, { maxKeys: 4 }),
    })
    .map((fields) => entry(id, fields));

/** Always the same rows: nulls, empty lists, mixed types, look-alike words. */
export const hostileEntries: readonly IndexEntry[] = Array.from({ length: 120 }, (_, number) => {
  const [row] = fc.sample(hostileEntry(hostileWords[number] ?? `row-${number}`), {
    seed: 7000 + number,
    numRuns: 1,
  });
  return row ?? entry(`row-${number}`);
});

const metadataTest: fc.Arbitrary<MetadataTest> = fc.oneof(
  fc.record({ is: fc.constantFrom('eq' as const, 'contains' as const), value: scalar }),
  fc.record({
    is: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    value: fc.oneof(word, fc.constantFrom(...numbers)),
  }),
);

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('in' as const),
    field: fc.constantFrom(...scalarFields),
    values: fc.array(fc.oneof(scalar, fc.constantFrom('fact', 'row-30')), { maxLength: 6 }),
  }),
  fc.record({
    kind: fc.constant('has-part' as const),
    field: fc.constant('conversation_id' as const),
    part: word,
  }),
  fc.record({
    kind: fc.constant('absent' as const),
    field: fc.constantFrom(...scalarFields, ...instantFields),
  }),
  fc.record({
    kind: fc.constantFrom(
      'subjects-overlap' as const,
      'subjects-within' as const,
      'withheld-overlap' as const,
    ),
    values: fc.array(word, { maxLength: 4 }),
  }),
  fc.constant({ kind: 'withheld' as const }),
  fc.record({
    kind: fc.constant('instant' as const),
    field: fc.constantFrom(...instantFields),
    is: fc.constantFrom('before' as const, 'at-or-after' as const),
    at: fc.oneof(fc.constantFrom(...instants), fc.constant(new Date(Number.NaN))),
  }),
  fc.record({
    kind: fc.constant('metadata' as const),
    key: fc.constantFrom(...keys, 'absent'),
    test: metadataTest,
  }),
);

/** Any condition, some four deep. */
export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('condition'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
  ),
})).condition;
