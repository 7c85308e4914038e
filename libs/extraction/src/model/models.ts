import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { ModelProposer, type Tokens } from './model-proposer.js';

export interface ModelSettings {
  /** `openai`: anything that speaks OpenAI's chat API, here or elsewhere. */
  readonly provider: 'openai' | 'anthropic' | 'google';
  /** Up to and without `/chat/completions`; null: where the provider is. */
  readonly url: string | null;
  readonly model: string;
  readonly key: string | null;
}

const publicUrl = 'https://api.openai.com/v1';

const modelOf = ({ provider, url, model, key }: ModelSettings): LanguageModel => {
  const given = { ...(url === null ? {} : { baseURL: url }), ...(key === null ? {} : { apiKey: key }) };
  switch (provider) {
    case 'anthropic':
      return createAnthropic(given)(model);
    case 'google':
      return createGoogleGenerativeAI(given)(model);
    case 'openai':
      return createOpenAICompatible({
        name: 'kith',
        supportsStructuredOutputs: true,
        ...given,
        baseURL: url ?? publicUrl,
      })(model);
  }
};

const timeoutMs = 120_000;

export const modelProposer = (
  settings: ModelSettings,
  onTokens: (tokens: Tokens) => void = () => undefined,
): ModelProposer =>
  new ModelProposer({ model: modelOf(settings), name: settings.model, timeoutMs, retries: 2, onTokens });
