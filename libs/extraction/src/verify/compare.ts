import type { ExtractedFact, Extraction, GivenMessage } from '../fact-extractor.js';
import type { Proposal, VerifierReason } from './proposal.js';
import { verify, type ProposalVerdict } from './verify.js';

/** What rules and a proposer make of one message, side by side. */
export interface Compared {
  readonly both: readonly ExtractedFact[];
  readonly rules: readonly ExtractedFact[];
  readonly proposed: readonly ExtractedFact[];
  /** Nothing is open of these but whose they are. */
  readonly pending: readonly ExtractedFact[];
  readonly refused: readonly { readonly proposal: Proposal; readonly reason: VerifierReason }[];
}

const meets = (one: ExtractedFact, other: ExtractedFact): boolean =>
  one.start < other.end && other.start < one.end;

/** Facts of the same words are the same, however each is put. */
export const compared = (
  given: GivenMessage,
  reading: Extraction,
  proposals: readonly Proposal[],
  threshold: number,
): Compared => {
  const found = reading.facts.filter(({ confidence }) => confidence >= threshold);
  const verdicts = proposals.map((proposal): readonly [Proposal, ProposalVerdict] => [
    proposal,
    verify(proposal, [given]),
  ]);
  const verified = verdicts.flatMap(([, verdict]) => (verdict.ok ? [verdict.verified.fact] : []));
  return {
    both: found.filter((fact) => verified.some((one) => meets(one, fact))),
    rules: found.filter((fact) => !verified.some((one) => meets(one, fact))),
    proposed: verified.filter((fact) => !found.some((one) => meets(one, fact))),
    pending: verdicts.flatMap(([, verdict]) =>
      verdict.ok || !verdict.pending ? [] : [verdict.pending.fact],
    ),
    refused: verdicts.flatMap(([proposal, verdict]) =>
      verdict.ok || verdict.pending ? [] : [{ proposal, reason: verdict.reason }],
    ),
  };
};
