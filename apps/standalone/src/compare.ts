import type { KithConfig } from '#config';
import { openProposer, RulesExtractor, type Compared, type GivenMessage } from '#extraction';
import { compareReadings, type ComparedMessage } from '#ingest';
import { openEngines } from './engines.js';

interface ComparedFact {
  readonly content: string;
  /** Names of whom it is about; of nobody: empty. */
  readonly about: readonly string[];
}

export interface ComparedReading {
  readonly message_id: string;
  readonly place: string | null;
  readonly author: string;
  readonly at: string;
  readonly text: string;
  readonly both: readonly ComparedFact[];
  readonly rules: readonly ComparedFact[];
  readonly model: readonly ComparedFact[];
  readonly pending: readonly ComparedFact[];
  readonly refused: readonly { readonly content: string; readonly quote: string; readonly reason: string }[];
}

export interface Comparison {
  readonly model: string;
  readonly messages: readonly ComparedReading[];
  readonly tokens: { readonly requests: number; readonly input: number; readonly output: number };
}

const namesFor =
  ({ context: { people, pointedAt } }: GivenMessage) =>
  (entityId: string): string => {
    const names = [...people, ...pointedAt].find((one) => one.entityId === entityId)?.names ?? [];
    return (names.find(({ kind }) => kind === 'display_name') ?? names[0])?.text ?? 'somebody';
  };

const shown = ({ given, placeName, compared }: ComparedMessage): ComparedReading => {
  const nameOf = namesFor(given);
  const { message } = given;
  const told = (facts: Compared['both']): readonly ComparedFact[] =>
    facts.map(({ content, subjects }) => ({
      content,
      about: subjects.map((ref) => (ref.kind === 'entity' ? nameOf(ref.entityId) : ref.name)),
    }));
  return {
    message_id: message.messageId,
    place: placeName,
    author: nameOf(message.authorId),
    at: message.sentAt.toISOString(),
    text: message.text,
    both: told(compared.both),
    rules: told(compared.rules),
    model: told(compared.proposed),
    pending: told(compared.pending),
    refused: compared.refused.map(({ proposal: { content, quote }, reason }) => ({ content, quote, reason })),
  };
};

/** Rules and the configured model on what people of a tenant said last; nothing is written, and no budget is spent. */
export const compareExtractors = async (
  config: KithConfig,
  {
    tenantId,
    count,
    signal,
  }: { readonly tenantId: string; readonly count: number; readonly signal: AbortSignal },
): Promise<Comparison> => {
  const { extractor, extraction } = config;
  if (extractor.kind === 'rules') throw new Error('no language model is configured');
  const tokens = { requests: 0, input: 0, output: 0 };
  const proposer = await openProposer({ ...extractor, key: extractor.key?.reveal() ?? null }, (spent) => {
    tokens.requests += 1;
    tokens.input += spent.input;
    tokens.output += spent.output;
  });
  const engines = await openEngines(config);
  try {
    const comparing = {
      database: engines.database,
      extractor: new RulesExtractor(),
      proposer,
      threshold: extraction.confidenceThreshold,
      now: () => new Date(),
      signal,
    };
    const messages = await compareReadings(comparing, tenantId, count);
    return { model: extractor.model, messages: messages.map(shown), tokens };
  } finally {
    await engines.close();
  }
};
