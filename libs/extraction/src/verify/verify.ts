import { expiryOf, type Sensitivity } from '#domain';
import type { SubjectRef } from '#identity';
import { withDate } from '../dates.js';
import type { ExtractedFact } from '../fact-extractor.js';
import { statementTraits, saidSensitivity } from '../rules/api-statement.js';
import { withPlainApostrophes } from '../text/apostrophes.js';
import { joined } from '../text/tokens.js';
import { labelFor } from '../traits.js';
import { checksOfClause, checksOfMessage, timeAfter, whyNotBorne } from './checks.js';
import type { GivenMessage } from '../fact-extractor.js';
import { fateOf, type Proposal, type VerifierReason } from './proposal.js';
import { borneBy, saidIn, type Borne } from './said.js';

/** A fact, and what it rests on. */
export interface Verified {
  readonly fact: ExtractedFact;
  readonly usedContext: boolean;
  readonly namesLookedUp: readonly string[];
}
export type ProposalVerdict =
  | { readonly ok: true; readonly verified: Verified }
  /** `pending`: what it would be, once somebody says whose it is. */
  | { readonly ok: false; readonly reason: VerifierReason; readonly pending: Verified | null };

const refused = (reason: VerifierReason): ProposalVerdict => ({ ok: false, reason, pending: null });

const subjectsOf = ({ subject, message }: Borne): readonly SubjectRef[] => {
  switch (subject.kind) {
    case 'author':
      return [{ kind: 'entity', entityId: message.authorId }];
    case 'person':
      return [subject.ref];
    case 'thing':
    case 'nobody':
      return [];
  }
};

/** The fact with when it was, in the words that stand after it in its clause. */
const contentOf = ({ proposal, tail, message }: Borne): string => {
  const content = proposal.content.trim().replace(/[.!]+$/u, '');
  const time = joined(timeAfter(tail));
  const told =
    time === '' || content.toLowerCase().includes(time.toLowerCase()) ? content : `${content} ${time}`;
  return withDate(told.charAt(0).toUpperCase() + told.slice(1), message.sentAt);
};

const certainty = { self: { confidence: 0.85, provenance: 0.95 }, other: { confidence: 0.75 } } as const;

const factOf = (borne: Borne): ExtractedFact => {
  const { message, proposal, subject, span, own } = borne;
  const content = contentOf(borne);
  const traits = statementTraits(content);
  const ranks = [traits.sensitivity, saidSensitivity(own, 'alone'), saidSensitivity(proposal.quote, 'alone')];
  const sensitivity = ([0, 1, 2, 3] as const)[Math.max(...ranks)] ?? (3 satisfies Sensitivity);
  const memoryType = traits.topic === null ? proposal.memoryType : traits.memoryType;
  const isSelf = subject.kind === 'author';
  return {
    content,
    subjects: subjectsOf(borne),
    memoryType,
    importance: traits.importance,
    confidence: isSelf ? certainty.self.confidence : certainty.other.confidence,
    provenanceConfidence: subject.kind === 'person' ? subject.certain : certainty.self.provenance,
    sensitivity,
    sensitivityLabel: labelFor(sensitivity),
    portable: traits.portable,
    disclosure: null,
    withheldFrom: [],
    topic: subject.kind === 'thing' ? null : traits.topic,
    value: subject.kind === 'thing' ? null : traits.value,
    names: null,
    observedAt: message.sentAt,
    expiresAt: expiryOf(memoryType, message.sentAt),
    isExpiryGiven: false,
    start: span[0]?.start ?? 0,
    end: span.at(-1)?.end ?? message.text.length,
    pattern: 'proposed',
  };
};

const plainly = (proposal: Proposal): Proposal => ({
  ...proposal,
  quote: withPlainApostrophes(proposal.quote),
  content: withPlainApostrophes(proposal.content),
});

const verifiedOf = (borne: Borne): Verified => ({
  fact: factOf(borne),
  usedContext: borne.usedContext,
  namesLookedUp: borne.lookups,
});

/**
 * What a proposal is, once it is held against the words that it quotes: a fact, or why it is none.
 *
 * INVARIANT: whoever proposes, nothing becomes a fact that somebody did not say, in these words, of this person.
 */
export const verify = (proposal: Proposal, given: readonly GivenMessage[]): ProposalVerdict => {
  const found = given.find(({ message }) => message.recordId === proposal.recordId);
  if (!found) return refused('message-not-given');
  const message = { ...found.message, text: withPlainApostrophes(found.message.text) };
  const said = saidIn(plainly(proposal), message, found.context);
  for (const check of checksOfMessage) {
    const reason = check(said);
    if (reason !== null) return refused(reason);
  }
  const borne = borneBy(said);
  if (!borne) return refused(whyNotBorne(said));
  for (const check of checksOfClause) {
    const reason = check(borne);
    if (reason !== null)
      return fateOf[reason] === 'pending'
        ? { ok: false, reason, pending: verifiedOf(borne) }
        : refused(reason);
  }
  return { ok: true, verified: verifiedOf(borne) };
};
