import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEnv } from '#config';
import { openEngines } from '#standalone';
import { posted, Serving } from './serving.js';

describe('a rebuild', () => {
  let folder = '';
  let settings: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-rebuild-'));
    settings = { KITH_DATA_DIR: folder, KITH_EMBEDDER: 'none' };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const question = {
    agent_id: 'helper',
    viewer: { platform: 'chat', platform_user_id: 'u-1' },
    source: { platform: 'chat', type: 'group', external_id: 'hall' },
    query: 'parrot',
  };
  const config = () => {
    const parsed = parseEnv(settings);
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    return parsed.config;
  };

  it('that was cut short with the index half full is finished by the next start', async () => {
    const serving = await Serving.open(settings);
    await serving.call('POST', '/v1/events?wait=indexed&timeout_ms=60000', [
      posted('m-1', 'I have a parrot named Coco'),
    ]);
    expect((await serving.call('POST', '/v1/recall', question)).text).toContain('Coco');
    await serving.platform.stop();

    const engines = await openEngines(config());
    await engines.log.begin('index-rebuild');
    await engines.index.clear();
    await engines.database.close();

    const again = await Serving.open(settings);
    expect((await again.call('POST', '/v1/recall', question)).text).toContain('Coco');
    expect(again.lines('index.refilled')).toHaveLength(1);
    await again.platform.stop();
  }, 240_000);
});
