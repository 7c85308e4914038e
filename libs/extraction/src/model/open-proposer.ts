import type { FactProposer } from './fact-proposer.js';
import type { Tokens } from './model-proposer.js';
import type { ModelSettings } from './models.js';

/** Asks nobody yet. Whoever has no model loads nothing of what speaks to one. */
export const openProposer = async (
  settings: ModelSettings,
  onTokens?: (tokens: Tokens) => void,
): Promise<FactProposer> => {
  const { modelProposer } = await import('./models.js');
  return modelProposer(settings, onTokens);
};
