import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseEnv } from './parse-env.js';
import { settings } from './settings.js';
import { settingsListing, standardOf, unsaid } from './settings-listing.js';

const listing = new URL('../../../docs/settings.md', import.meta.url);

/** What a setting means something beside. */
const beside: readonly (readonly [beginning: string, env: Readonly<Record<string, string>>])[] = [
  ['KITH_NATS_', { NATS_URL: 'nats://127.0.0.1:4222' }],
  ['KITH_QDRANT_', { KITH_INDEX: 'qdrant', QDRANT_URL: 'http://127.0.0.1:6333' }],
  ['KITH_EXTRACTOR_', { KITH_EXTRACTOR: 'model', KITH_EXTRACTOR_MODEL: 'm', KITH_EXTRACTOR_KEY: 'k' }],
  ['KITH_TRACES__SHARE', { KITH_TRACES__URL: 'http://127.0.0.1:4318/v1/traces' }],
];

const read = (env: Readonly<Record<string, string>>): unknown => {
  const parsed = parseEnv(env);
  if (!parsed.ok) throw new Error(parsed.faults.join('; '));
  return parsed.config;
};

describe('the table of settings', () => {
  it('is what docs/settings.md says (scripts/settings.mjs writes it)', () => {
    expect(readFileSync(listing, 'utf8')).toBe(settingsListing());
  });

  it('says something of each setting', () => {
    expect(unsaid()).toEqual([]);
  });

  it.each(
    settings.flatMap((setting) => {
      const standard = standardOf(setting);
      return standard === null ? [] : [[setting.variable, standard] as const];
    }),
  )('has for a default of %s what holds without it: %s', (variable, standard) => {
    const env = beside.find(([beginning]) => variable.startsWith(beginning))?.[1] ?? {};
    expect(read({ ...env, [variable]: standard })).toEqual(read(env));
  });
});
