import {
  APICallError,
  generateText,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  RetryError,
  type LanguageModel,
} from 'ai';
import { readFileSync } from 'node:fs';
import { mayBeAsked } from '../verify/checks.js';
import type { GivenMessage } from '../fact-extractor.js';
import type { Proposal } from '../verify/proposal.js';
import { answerSchema, ClosedList } from './closed-list.js';
import { FactProposer, ProposingError } from './fact-proposer.js';

/** A prompt that says something else gets a file and a name of its own: what was proposed by this one is kept under its name. */
const promptName = 'facts.v1';
const prompt = readFileSync(new URL(`./prompts/${promptName}.txt`, import.meta.url), 'utf8');

/** As the provider counts them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface ModelProposerOptions {
  readonly model: LanguageModel;
  /** As operators know it. */
  readonly name: string;
  readonly timeoutMs: number;
  /** What is worth a second try is tried so often again, later each time. */
  readonly retries: number;
  /** Told what each answer cost. */
  readonly onTokens: (tokens: Tokens) => void;
}

const statusOf = (cause: unknown): string => {
  const last = RetryError.isInstance(cause) ? cause.lastError : cause;
  if (!APICallError.isInstance(last)) return 'cannot be reached';
  return last.statusCode === undefined ? 'cannot be reached' : `answered ${String(last.statusCode)}`;
};

/** INVARIANT: the cause is left behind: it holds what was sent and answered. */
const errorOf = (cause: unknown, isLate: boolean): ProposingError => {
  if (NoObjectGeneratedError.isInstance(cause) || NoOutputGeneratedError.isInstance(cause))
    return new ProposingError('the language model gave no answer of the asked shape', 'unreadable');
  return new ProposingError(
    `the language model ${isLate ? 'did not answer in time' : statusOf(cause)}`,
    'away',
  );
};

/** A language model, wherever it runs. It is shown names and words of messages, and no ids. */
export class ModelProposer extends FactProposer {
  readonly version: string;

  constructor(private readonly options: ModelProposerOptions) {
    super();
    this.version = `${promptName}.${options.name.replace(/[^\p{L}\p{N}.]+/gu, '-')}`;
  }

  async propose(segment: readonly GivenMessage[], signal: AbortSignal): Promise<readonly Proposal[]> {
    const asked = segment.filter(mayBeAsked);
    if (asked.length === 0) return [];
    const list = new ClosedList(asked);
    const { facts } = await this.answer(list.shown(), signal);
    return facts.flatMap((fact) => list.proposalOf(fact) ?? []);
  }

  private async answer(shown: string, signal: AbortSignal) {
    const { model, timeoutMs, retries, onTokens } = this.options;
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const { output, usage } = await generateText({
        model,
        system: prompt,
        prompt: shown,
        output: Output.object({ schema: answerSchema, name: 'facts' }),
        temperature: 0,
        maxRetries: retries,
        abortSignal: AbortSignal.any([signal, late]),
      });
      onTokens({ input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 });
      return output;
    } catch (cause) {
      throw errorOf(cause, late.aborted);
    }
  }
}
