import { expiryOf, type MemoryType } from '#domain';
import { directoryOf, firstNameOf, foldName, type SubjectRef } from '#identity';
import { sensitivityOfPart, type Withholding } from '#safety';
import { oneMatter } from './matters.js';
import { weighed, withheldFrom, type Confidence } from './confidence.js';
import type { FactDraft } from './statements/fact-draft.js';
import { lastDayOf, withDate } from '../dates.js';
import type { ExtractedFact, ReadingContext } from '../fact-extractor.js';
import type { MentionResolver } from '../mentions/mention-resolver.js';
import { labelFor, traitsFor } from '../traits.js';

/** What passes is counted from when it is, where that is ahead: a farewell in march is not over in january. */
const ending = (
  said: string,
  type: MemoryType,
  sentAt: Date,
): Pick<ExtractedFact, 'expiresAt' | 'isExpiryGiven'> => {
  const lastDay = lastDayOf(said, sentAt, type);
  const expiresAt = expiryOf(type, lastDay ?? sentAt);
  return { expiresAt, isExpiryGiven: lastDay !== null && expiresAt !== null };
};

/** How sure a fact is that a statement becomes. */
export const sureness = (
  statement: FactDraft,
  text: string,
  confided: Confidence,
  forced: boolean,
  penalty: number,
): number => {
  const { confidence } = statement.finding;
  if (forced) return Math.max(confidence, 0.9);
  return Math.max(0, weighed(confidence, /\?\s*$/u.test(text) ? 'no' : confided) - penalty);
};

export const factOf = (
  statement: FactDraft,
  who: MentionResolver,
  confided: Confidence,
  kept: Withholding,
  forced: boolean,
  penalty: number,
): ExtractedFact => {
  const { message } = who;
  const ambiguous = statement.subjects?.some((subject) => subject.kind === 'ambiguous') ?? false;
  const first = statement.tokens[0];
  const last = statement.tokens.at(-1);
  const start = first?.start ?? 0;
  const end = last?.end ?? message.text.length;
  const where = who.context.place.type === 'dm' ? 'alone' : 'among';
  const said = sensitivityOfPart(message.text, { start, end }, where);
  const told = confided === 'to-listeners' && said < 1 ? 1 : said;
  const traits = traitsFor(statement.content, statement.finding, told);
  const content = withDate(statement.content, message.sentAt, traits.memoryType);
  const subjects: readonly SubjectRef[] = statement.subjects ?? [
    { kind: 'entity', entityId: message.authorId },
  ];
  return {
    content,
    subjects,
    memoryType: traits.memoryType,
    importance: forced ? Math.max(traits.importance, 0.7) : traits.importance,
    confidence: sureness(statement, message.text, confided, forced, penalty),
    provenanceConfidence: ambiguous ? 0.3 : statement.provenance,
    sensitivity: traits.sensitivity,
    sensitivityLabel: labelFor(traits.sensitivity),
    portable: traits.portable,
    disclosure: confided === 'no' ? null : 'conversation_private',
    withheldFrom: confided === 'no' ? [] : withheldFrom(subjects, who, kept),
    ...oneMatter(statement.finding.topic ?? null, statement.finding.value ?? null),
    names: statement.names ?? null,
    observedAt: message.sentAt,
    ...ending(statement.content, traits.memoryType, message.sentAt),
    start,
    end,
    pattern: statement.pattern,
  };
};

/** The agent is no subject of a memory: what is said of the agent itself is dropped. */
export const aboutAgent = (statement: FactDraft, context: ReadingContext): boolean =>
  statement.subjects?.some(
    (subject) => subject.kind === 'entity' && subject.entityId === context.agentEntityId,
  ) ?? false;

/** "My name is Ana", said by Ana: her name is known, and no content carries it. */
export const tellsOwnName = (statement: FactDraft, who: MentionResolver): boolean => {
  if (
    statement.subjects !== null ||
    !/^(?:name|first-name|last-name|goes-by)$/u.test(statement.finding.topic ?? '')
  )
    return false;
  const names = directoryOf(who.context.people).byId(who.message.authorId)?.names ?? [];
  return names.some(
    (name) =>
      foldName(name.text) === foldName(statement.finding.value ?? '') ||
      firstNameOf(name.text) === statement.finding.value,
  );
};
