import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ExtractedFact, FactExtractor, KnownPerson, ReadingContext, WindowMessage } from '#extraction';

/** What a careful reader keeps of a line. Subjects: names of the cast, `~Name` for somebody unknown. Null: any will do. */
const expectedSchema = z.strictObject({
  gist: z.array(z.string()),
  subjects: z.union([z.array(z.string()), z.literal('ambiguous')]),
  type: z.string().nullable(),
  rank: z.number().nullable(),
});
const lineSchema = z.strictObject({
  place: z.enum(['dm', 'group']),
  author: z.string(),
  text: z.string(),
  /** What was said just before, for lines that only mean something as an answer. */
  before: z.array(z.strictObject({ author: z.string(), text: z.string() })).optional(),
  facts: z.array(expectedSchema),
  /** Of lines collected by what went wrong: of what kind this one is. */
  item: z.string().optional(),
});
export type LabelledLine = z.output<typeof lineSchema>;
type Expected = LabelledLine['facts'][number];

/** Lines that the rules and the weights were made with, by different authors. */
export const knownSets = [
  'seen',
  'mixed',
  'social',
  'work',
  'technical',
  'everyday',
  'projects',
  'household',
  'status',
] as const;
/** Lines that nobody looked at while working on the extractor, by further authors. */
export const heldBackSets = ['unseen', 'heldback'] as const;
export type LabelledSet = (typeof knownSets)[number] | (typeof heldBackSets)[number];

/** A set of this folder, or a file of the same shape elsewhere. */
export const labelledLines = (set: LabelledSet | URL): readonly LabelledLine[] =>
  readFileSync(set instanceof URL ? set : new URL(`./labelled.${set}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));

const cast = ['alice', 'ben', 'chloe', 'dev', 'farid', 'gwen', 'hugo', 'ivy', 'jon', 'kira', 'liam'];
const people: readonly KnownPerson[] = cast.map((name) => ({
  entityId: name,
  kind: 'human',
  names: [
    { text: name, kind: 'handle' },
    { text: name.charAt(0).toUpperCase() + name.slice(1), kind: 'display_name' },
  ],
  knownSince: new Date('2026-01-01T00:00:00Z'),
}));
const sentAt = new Date('2026-03-11T10:00:00Z');

export const windowOf = (line: LabelledLine): { message: WindowMessage; context: ReadingContext } => ({
  message: {
    recordId: 'record',
    messageId: 'message',
    authorId: line.author,
    authorKind: 'human',
    text: line.text,
    sentAt,
    replyTo: null,
    mentionIds: [],
  },
  context: {
    tenantId: 'tenant',
    agentEntityId: 'agent',
    platform: 'chat',
    place: { sourceId: 'place', type: line.place },
    people,
    pointedAt: [],
    kin: [],
    before: (line.before ?? []).map((said, index, all) => ({
      recordId: `before-${String(index)}`,
      messageId: `before-${String(index)}`,
      authorId: said.author,
      authorKind: 'human',
      text: said.text,
      sentAt: new Date(sentAt.getTime() - (all.length - index) * 60_000),
      replyTo: null,
      mentionIds: [],
    })),
    repliedTo: null,
  },
});

const tells = (fact: ExtractedFact, expected: Expected): boolean =>
  expected.gist.every((part) => fact.content.toLowerCase().includes(part.toLowerCase()));

const namesOf = (fact: ExtractedFact): readonly string[] =>
  fact.subjects.map((subject) => (subject.kind === 'entity' ? subject.entityId : `~${subject.name}`)).sort();
const attributed = (fact: ExtractedFact, expected: Expected): boolean =>
  expected.subjects === 'ambiguous'
    ? fact.subjects.some((subject) => subject.kind === 'ambiguous')
    : JSON.stringify(namesOf(fact)) === JSON.stringify([...expected.subjects].sort());

export interface Score {
  readonly lines: number;
  readonly precision: number;
  readonly recall: number;
  readonly attribution: number;
  readonly type: number;
  readonly sensitivity: number;
  readonly missed: readonly string[];
  readonly invented: readonly string[];
  readonly wrong: readonly string[];
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Facts over the threshold against those a careful reader keeps, line by line. */
export const scoreOf = async (
  extractor: FactExtractor,
  lines: readonly LabelledLine[],
  threshold: number,
): Promise<Score> => {
  const readings = await extractor.extract(lines.map(windowOf), new AbortController().signal);
  const missed: string[] = [];
  const invented: string[] = [];
  const wrong: string[] = [];
  let expectedCount = 0;
  let found = 0;
  let hits = 0;
  let [subjects, types, typed, ranks, ranked] = [0, 0, 0, 0, 0];
  lines.forEach((line, index) => {
    const facts = (readings[index]?.facts ?? []).filter((fact) => fact.confidence >= threshold);
    expectedCount += line.facts.length;
    found += facts.length;
    const used = new Set<ExtractedFact>();
    for (const expected of line.facts) {
      const fact = facts.find((one) => !used.has(one) && tells(one, expected));
      if (!fact) {
        missed.push(`${expected.gist.join(' ')} <- ${line.text}`);
        continue;
      }
      used.add(fact);
      hits += 1;
      const right = attributed(fact, expected);
      subjects += right ? 1 : 0;
      if (expected.type !== null) typed += 1;
      if (expected.type !== null && expected.type === fact.memoryType) types += 1;
      if (expected.rank !== null) ranked += 1;
      if (expected.rank !== null && expected.rank === fact.sensitivity) ranks += 1;
      if (
        !right ||
        (expected.type !== null && expected.type !== fact.memoryType) ||
        (expected.rank !== null && expected.rank !== fact.sensitivity)
      )
        wrong.push(
          `${fact.content} [${namesOf(fact).join('+')} ${fact.memoryType} ${fact.sensitivity}] <- ${line.text}`,
        );
    }
    invented.push(
      ...facts
        .filter((fact) => !used.has(fact))
        .map((fact) => `${fact.content} (${fact.pattern}) <- ${line.text}`),
    );
  });
  return {
    lines: lines.length,
    precision: share(hits, found),
    recall: share(hits, expectedCount),
    attribution: share(subjects, hits),
    type: share(types, typed),
    sensitivity: share(ranks, ranked),
    missed,
    invented,
    wrong,
  };
};
