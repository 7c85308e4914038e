import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { World } from '../../support/world.js';
import { faultsOf } from './check.js';
import { knownFaults } from './known-faults.js';
import type { Scenario, Wording } from './scenario.js';
import { faultsHeld } from './held.js';
import { keysOf, Stage, type Keys } from './stage.js';

export interface Running {
  readonly world: World;
  readonly keys: Keys;
}

/** One platform for all tests of a file; stories keep apart by living on platforms of their own. */
export const oneWorld = (settings: Readonly<Record<string, string>> = {}): (() => Running) => {
  let running: Running | null = null;
  beforeAll(async () => {
    const world = await World.open(settings);
    running = { world, keys: await keysOf(world) };
  }, 120_000);
  afterAll(async () => {
    await running?.world.close();
  }, 60_000);
  return () => {
    if (running === null) throw new Error('the world is not open');
    return running;
  };
};

const play = async (
  { world, keys }: Running,
  platform: string,
  wording: Wording,
  oneByOne: boolean,
): Promise<{ readonly faults: readonly string[]; readonly heard: readonly string[] }> => {
  const stage = new Stage(world, keys, platform, wording);
  await stage.gather();
  const facts = await stage.play(wording.events, oneByOne);
  const ids = await Promise.all(
    Object.keys(wording.people).map(async (key) => [key, await stage.entityId(key)] as const),
  );
  const faults: string[] = [];
  const heard: string[] = [];
  for (const ask of wording.asks) {
    const { answer, bytes } = await stage.ask(ask);
    faults.push(...faultsOf(ask, answer, bytes, new Map(ids)));
    heard.push(`${ask.viewer}: ${ask.q}\n${answer.context}`);
  }
  faults.push(...(await faultsHeld(stage, wording, facts)));
  return { faults, heard };
};

/** The first wording is told as it happens, the others in one batch: both must come to the same. */
export const runScenarios = (
  scenarios: readonly Scenario[],
  settings: Readonly<Record<string, string>> = {},
): void => {
  const running = oneWorld(settings);
  for (const { id, title, wordings } of scenarios)
    describe(`${id} ${title}`, () => {
      wordings.forEach((wording, index) => {
        const known = knownFaults[`${id}: ${wording.title}`] ?? [];
        it(
          known.length > 0 ? `${wording.title} (FIXME: does not hold yet)` : wording.title,
          async () => {
            const platform = `chat:${id.toLowerCase()}-${String(index + 1)}`;
            const { faults, heard } = await play(running(), platform, wording, index === 0);
            if (faults.join('\n') !== known.join('\n'))
              process.stderr.write(
                `\n${heard.join('\n\n')}\n${JSON.stringify({ [`${id}: ${wording.title}`]: faults })}\n`,
              );
            expect(faults).toEqual(known);
          },
          120_000,
        );
      });
    });
};
