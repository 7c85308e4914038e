import { readConfig, type KithConfig } from '#config';
import { usageError } from './failure.js';

/** Values that beat the environment; an empty one takes a variable away. */
export type Overrides = Readonly<Record<string, string>>;

/** The configuration, or every fault in it as one failure of the command. */
export const configured = (overrides: Overrides = {}): KithConfig => {
  const parsed = readConfig(overrides);
  if (parsed.ok) return parsed.config;
  throw usageError(`The configuration has faults:\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`);
};
