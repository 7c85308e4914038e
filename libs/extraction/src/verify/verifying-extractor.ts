import { isDeepStrictEqual } from 'node:util';
import type { ExtractedFact, Extraction, ExtractionBatch } from '../fact-extractor.js';
import { RulesExtractor, rulesVersion } from '../rules/rules-extractor.js';
import { verify, type ProposalVerdict } from './verify.js';

/** A new verifier reads again what an older one let pass. */
const verifierVersion = 'verified-2';

const meets = (one: ExtractedFact, other: ExtractedFact): boolean =>
  one.start < other.end && other.start < one.end;
const overlaps = (one: ExtractedFact, other: ExtractedFact): boolean =>
  meets(one, other) && isDeepStrictEqual(one.subjects, other.subjects);

/** Rules are surer of what they find: a proposal of the same words of the same person says nothing new. */
const together = (reading: Extraction, verdicts: readonly ProposalVerdict[]): Extraction => {
  const verified = verdicts.flatMap((verdict) => (verdict.ok ? [verdict.verified] : []));
  const sure = reading.facts.filter(({ confidence }) => confidence >= 0.7);
  const added = verified.filter(
    ({ fact }, index) =>
      !sure.some((one) => overlaps(one, fact)) &&
      verified.findIndex((other) => overlaps(other.fact, fact)) === index,
  );
  const pending = verdicts
    .flatMap((verdict) => (verdict.ok || verdict.pending === null ? [] : [verdict.pending]))
    .filter(
      ({ fact }, index, all) =>
        !sure.some((one) => meets(one, fact)) &&
        all.findIndex((other) => overlaps(other.fact, fact)) === index,
    );
  const told = [...added, ...pending];
  const restingOn = [...verified, ...pending];
  const weak = reading.facts.filter(
    (one) => sure.includes(one) || !told.some(({ fact }) => overlaps(one, fact)),
  );
  return {
    ...reading,
    facts: [...weak, ...told.map(({ fact }) => fact)],
    verdicts: verdicts.map((verdict) => (verdict.ok ? 'verified' : verdict.reason)),
    namesLookedUp: [
      ...new Set([...reading.namesLookedUp, ...restingOn.flatMap(({ namesLookedUp }) => namesLookedUp)]),
    ],
    usedContext: reading.usedContext || restingOn.some(({ usedContext }) => usedContext),
  };
};

/** The rules, and what was proposed to be said in a message, as far as its words bear it. */
export class VerifyingExtractor extends RulesExtractor {
  override readonly version: string;

  /** Who proposes; null: nobody. */
  constructor(proposer: string | null = null) {
    super();
    this.version = proposer === null ? rulesVersion : `${rulesVersion}.${verifierVersion}.${proposer}`;
  }

  override async extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    const readings = await super.extract(batch, signal);
    return readings.map((reading, index) => {
      const item = batch[index];
      if (!item?.proposals || item.proposals.length === 0) return reading;
      return together(
        reading,
        item.proposals.map((proposal) => verify(proposal, [item])),
      );
    });
  }
}
