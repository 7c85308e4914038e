import type { KnownPerson, Extraction, ReadingContext, WindowMessage } from '../fact-extractor.js';
import { RulesExtractor } from '../rules/rules-extractor.js';

const person = (
  entityId: string,
  display: string,
  handle = entityId,
  kind: KnownPerson['kind'] = 'human',
): KnownPerson => ({
  entityId,
  kind,
  names: [
    { text: handle, kind: 'handle' },
    { text: display, kind: 'display_name' },
  ],
  knownSince: new Date('2026-01-01T00:00:00Z'),
});
const people = [
  person('ana', 'Ana Ruiz'),
  person('bo', 'Bo'),
  person('cleo', 'Cleo'),
  person('mira', 'Mira'),
  person('rage', 'rage'),
  person('sam1', 'Sam Lee'),
  person('sam2', 'Sam Ray'),
  person('agent', 'Kith', 'kith', 'agent'),
];
const sentAt = new Date('2026-03-11T10:00:00Z');

export const message = (text: string, change: Partial<WindowMessage> = {}): WindowMessage => ({
  recordId: 'r',
  messageId: 'm',
  authorId: 'ana',
  authorKind: 'human',
  text,
  sentAt,
  replyTo: null,
  mentionIds: [],
  ...change,
});
export const context = (change: Partial<ReadingContext> = {}): ReadingContext => ({
  tenantId: 't',
  agentEntityId: 'agent',
  platform: 'chat',
  place: { sourceId: 's', type: 'group' },
  people,
  pointedAt: [],
  kin: [],
  before: [],
  repliedTo: null,
  ...change,
});
/** What one message gives, said by Ana unless it is changed. */
export const read = async (
  text: string,
  inContext: Partial<ReadingContext> = {},
  change: Partial<WindowMessage> = {},
): Promise<Extraction> => {
  const [reading] = await new RulesExtractor().extract(
    [{ message: message(text, change), context: context(inContext) }],
    new AbortController().signal,
  );
  if (!reading) throw new Error('a batch of one gave no reading');
  return reading;
};
/** Its facts over the threshold, as `subject: content`. */
export const factsOf = async (
  text: string,
  inContext: Partial<ReadingContext> = {},
  change: Partial<WindowMessage> = {},
): Promise<readonly string[]> =>
  (await read(text, inContext, change)).facts
    .filter((fact) => fact.confidence >= 0.7)
    .map(
      (fact) =>
        `${fact.subjects.map((subject) => (subject.kind === 'entity' ? subject.entityId : subject.kind === 'named' || subject.kind === 'kin' ? `~${subject.name}` : '?')).join('+')}: ${fact.content}`,
    );
