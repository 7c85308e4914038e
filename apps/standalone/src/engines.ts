import type { KithConfig } from '#config';
import { openStore, type Engines, type OpenStore } from '#wiring';
import { schema } from './schema.js';

export type { Engines };

/** The store of a configuration by itself, migrated. */
export const openEngines = (config: KithConfig, now: () => Date = () => new Date()): Promise<OpenStore> =>
  openStore({ config, now }, schema);
