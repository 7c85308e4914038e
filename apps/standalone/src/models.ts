import type { KithConfig } from '#config';
import { addModel as addModelInto, type ModelFolder, type ModelToAdd } from '#embeddings';
import { modelsIn } from '#wiring';

/** Puts an encoder in place, where those of this configuration are kept. */
export const addModel = (
  config: Pick<KithConfig, 'dataDir'>,
  model: Omit<ModelToAdd, 'into'>,
): Promise<ModelFolder> => {
  if (config.dataDir === 'memory://') throw new Error('a store in memory keeps no models');
  return addModelInto({ ...model, into: modelsIn(config) });
};
