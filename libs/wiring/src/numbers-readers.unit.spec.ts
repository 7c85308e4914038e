import { describe, expect, it } from '@jest/globals';
import { parseEnv, type KithConfig } from '#config';
import { mayReadNumbers } from './numbers-readers.js';

const startedWith = (env: Readonly<Record<string, string>>): KithConfig => {
  const parsed = parseEnv(env);
  if (!parsed.ok) throw new Error('the settings have faults');
  return parsed.config;
};

describe('numbers of an app by itself', () => {
  it('are told on a loopback address to whoever asks', () => {
    expect(mayReadNumbers(startedWith({}), undefined)).toBe(true);
  });

  it("are told beyond it to the operator's key alone", () => {
    const config = startedWith({ KITH_OPERATOR_KEY: 'the-right-key' });
    const shown = [undefined, 'Bearer the-wrong-key', 'the-right-key', 'Bearer the-right-key'];
    expect(shown.map((header) => mayReadNumbers(config, header))).toEqual([false, false, false, true]);
  });
});
