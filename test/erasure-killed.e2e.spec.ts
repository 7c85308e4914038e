import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testIndexSettings } from '#config';
import type { OrderedErasure, ErasureView, Page } from '#contracts';
import { projections } from '#read-models';
import type { Engines } from '#standalone';
import { startScript } from '#testing';
import { openEngines } from './support/engines.js';
import { channel, memoriesOf, workspace, World } from './support/world.js';

const script = new URL('./support/mortal-eraser.ts', import.meta.url);
const yard = channel('yard', workspace('farm'));

let said = 0;
const posted = (author: string, text: string) => {
  said += 1;
  const sent_at = `2026-05-04T10:0${String(said)}:00Z`;
  const data = {
    platform: 'chat',
    agent_id: 'helper',
    message_id: `m-${String(said)}`,
    text,
    sent_at,
    source: yard,
    author: { platform_user_id: author, handle: author, display_name: author },
  };
  return {
    specversion: '1.0',
    id: data.message_id,
    source: '/test',
    type: 'kith.message.posted.v1',
    data,
  };
};

describe('an erasure whose process is killed', () => {
  const prefix = `erased-${randomUUID().slice(0, 8)}`;
  let folder: string;
  let world: World | undefined;
  let engines: Engines;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-erasure-'));
  });
  afterAll(async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rowsOf = async (tables: readonly string[]): Promise<readonly string[]> => {
    const rows: string[] = [];
    for (const name of tables)
      for (const { row } of await engines.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t order by 1`,
      ))
        rows.push(`${name} ${row}`);
    return rows;
  };
  const projected = projections.flatMap(({ tables }) => tables);

  it('is carried out by the next start, to a whole receipt, and takes nothing of others', async () => {
    const events = [
      posted('oskar', 'I breed merino sheep'),
      posted('Linnea', 'I am allergic to walnuts. oskar lives in Tromsø.'),
      posted('Linnea', 'I play the fiddle'),
    ];
    const child = startScript(script, [folder, 'oskar', JSON.stringify(events), prefix]);
    expect([await child.ended(), child.errors()]).toEqual([null, '']);
    const trial = JSON.parse(child.lines.at(-1) ?? '') as OrderedErasure;
    world = await World.open(
      { KITH_DATA_DIR: folder, ...testIndexSettings(prefix) },
      undefined,
      async (...given) => (engines = await openEngines(...given)),
    );
    const receipts = async (asked: World): Promise<readonly ErasureView[]> => {
      for (const until = Date.now() + 30_000; ;) {
        const { results } = (await asked.call('GET', '/v1/erasures')).body as Page<ErasureView>;
        if (results.every(({ status }) => status !== 'running') || Date.now() > until) return results;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const [view, ...others] = await receipts(world);
    if (!view) throw new Error('nothing was ordered');
    expect(others).toEqual([]);
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    expect(view.signature).not.toBeNull();
    const counted = Object.fromEntries(
      view.stores.map(({ store, found, erased }) => [store, [found, erased]]),
    );
    for (const { store, found } of trial.stores ?? [])
      if (store !== 'people_named') expect([store, counted[store]]).toEqual([store, [found, found]]);
    expect(counted['names']).toEqual([2, 2]);
    // The index may have followed the memories before it was asked what it holds still: it keeps none of that.
    const [left, erased] = counted['index'] ?? [];
    expect([typeof left, erased]).toEqual(['number', left]);
    if ('QDRANT_URL' in testIndexSettings(prefix)) {
      expect(view.residual?.['rows_in_qdrant']).toBeGreaterThan(0);
      expect(view.left.join()).toContain('Qdrant');
      for await (const { body } of engines.index.held('default'))
        expect(Buffer.from(body).toString()).not.toMatch(/oskar|merino|Tromsø/iu);
    }
    const all = await rowsOf([...projected, 'memory_index', 'bus_messages']);
    expect(all.filter((row) => /oskar|merino|Tromsø/iu.test(row))).toEqual([]);
    const told = memoriesOf(await world.ask('Linnea', yard, 'who plays the fiddle?', { top_k: 50 }));
    expect(told.join('\n')).toMatch(/fiddle/u);
    const live = await rowsOf(projected);
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf(projected)).toEqual(live);
  }, 120_000);
});
