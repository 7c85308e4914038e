import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { World } from '../support/world.js';

interface Played {
  readonly lines: readonly string[];
}
type Play = (
  platform: World['platform'],
  settings: Readonly<Record<'decisions' | 'seed' | 'tenants', number>>,
) => Promise<Played>;

describe('the API', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  it('decides about random worlds, in which links come and go, as a second reading of the policy does', async () => {
    const { play } = (await import(new URL('./play.mjs', import.meta.url).href)) as { readonly play: Play };
    const { lines } = await play(world.platform, {
      decisions: proofCases(12_000, 1_200),
      seed: 11,
      tenants: proofCases(3, 1),
    });
    expect(lines.join('\n')).toMatch(
      /^\d+ decisions over seeds 11 to \d+ in (?:one tenant|3 tenants), [1-9]\d* allowed: 0 leaked, 0 over-blocked .*; [1-9]\d* readings by linked accounts/mu,
    );
  }, 310_000);
});
