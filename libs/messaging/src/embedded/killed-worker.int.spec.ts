import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '#database';
import { proofCases, startScript } from '#testing';
import { messagingMigrations } from '../messaging-migrations.js';
import { Recorder, series, text } from '../testing/recorder.js';
import { until } from '../testing/until.js';
import { EmbeddedMessageBus } from './embedded-message-bus.js';

const script = new URL('../testing/mortal-worker.ts', import.meta.url);

describe('a killed worker of the embedded bus', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kith-bus-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const withBus = async <T>(work: (bus: EmbeddedMessageBus) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ dataDir });
    await database.migrate(messagingMigrations);
    const bus = new EmbeddedMessageBus(database, { pollMs: 20 });
    try {
      return await work(bus);
    } finally {
      await bus.close();
      await database.close();
    }
  };
  const handled = (recorder: Recorder) => ({
    name: 'mortal',
    kind: 'events' as const,
    batchSize: 100,
    maxAttempts: 3,
    handle: recorder.handle,
  });

  it('loses nothing that was acknowledged when it is killed while publishing', async () => {
    const child = startScript(script, [dataDir, 'publish']);
    await until(
      () => child.lines.length,
      (count) => count > proofCases(300, 100),
      60_000,
    );
    await child.kill();
    const acknowledged = child.lines.map((line) => line.replace('stored ', ''));
    const recorder = new Recorder();
    await withBus(async (bus) => (await bus.consume(handled(recorder))).drained(30_000));
    expect(recorder.texts.slice(0, acknowledged.length)).toEqual(acknowledged);
  }, 120_000);

  it('leaves what was not settled to the next one, in order, and parks alone what kills every worker', async () => {
    await withBus((bus) => bus.publish([...series('a', 4, 'events'), ...series('b', 3, 'events')]));
    const seen: string[] = [];
    for (let death = 1; death <= 3; death += 1) {
      const child = startScript(script, [dataDir, 'consume', 'a3']);
      await Promise.race([
        child.ended(),
        until(() => child.lines.some((line) => line.includes('b3')), Boolean, 30_000),
      ]);
      await child.kill();
      seen.push(...child.lines);
    }
    const recorder = new Recorder();
    const parked = await withBus(async (bus) => {
      await (await bus.consume(handled(recorder))).drained(30_000);
      return bus.parked({ consumer: 'mortal', limit: 10 });
    });
    expect(parked.map(text)).toEqual(['a3']);
    expect(parked[0]?.attempts).toBe(3);
    expect(seen.filter((line) => line.includes(' a3 '))).toEqual(
      [1, 2, 3].map((attempt) => `handling a3 attempt ${String(attempt)}`),
    );
    expect(recorder.texts).not.toContain('a3');
    const everywhere = new Set([...seen.map((line) => line.split(' ')[1]), ...recorder.texts]);
    expect([...everywhere].sort()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']);
  }, 180_000);
});
