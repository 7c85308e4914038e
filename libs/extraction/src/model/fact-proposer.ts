import type { GivenMessage } from '../fact-extractor.js';
import type { Proposal } from '../verify/proposal.js';

/** Somebody who reads what people say, and proposes what is said by it. Whether it is a fact, the verifier decides. */
export abstract class FactProposer {
  /** Prompt and model: what another one proposed is asked anew. */
  abstract readonly version: string;
  /** What these messages of one place hold. Rejects with a ProposingError. */
  abstract propose(segment: readonly GivenMessage[], signal: AbortSignal): Promise<readonly Proposal[]>;
}

/** INVARIANT: it carries no answer and no request, which hold what people said, and no key. */
export class ProposingError extends Error {
  constructor(
    message: string,
    /** `away`: nobody is answered now. `unreadable`: what was answered to these messages is no answer. */
    readonly kind: 'away' | 'unreadable',
  ) {
    super(message);
    this.name = 'ProposingError';
  }
}
