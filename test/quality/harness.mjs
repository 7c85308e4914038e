// A platform in memory with the bundled encoder, spoken to over HTTP as adaptors and clients do.
import { parseEnv } from '../../dist/libs/config/src/index.js';
// The files themselves: the lib as a whole needs jest.
import { fixIdKey } from '../../dist/libs/testing/src/id-key.js';
import { madeOn } from '../../dist/libs/testing/src/made-with.js';
import { openEngines, startPlatform } from '../../dist/apps/standalone/src/index.js';

/** With the encoder that the environment names: KITH_EMBEDDER and KITH_EMBEDDER_PATH. */
export const openPlatform = async () => {
  const { KITH_EMBEDDER = 'bundled', KITH_EMBEDDER_PATH = '' } = process.env;
  const parsed = parseEnv({
    KITH_DATA_DIR: 'memory://',
    KITH_EMBEDDER,
    KITH_EMBEDDER_PATH,
    KITH_LOG_LEVEL: 'silent',
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  const platform = await startPlatform({
    config: parsed.config,
    port: 0,
    quiet: true,
    now: () => new Date(),
    // Rows of one time come in the order of their ids: the same figures with every run.
    make: madeOn(async () => {
      const engines = await openEngines(parsed.config);
      await fixIdKey(engines.database);
      return engines;
    }),
  });
  const call = async (method, path, body) => {
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${platform.operatorKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return call(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const settled = () => platform.settled(120_000);
  /** Until messages have their vectors, too. */
  const embedded = async (withinMs = 600_000) => {
    const limit = Date.now() + withinMs;
    for (;;) {
      const response = await fetch(`${platform.url}/metrics`, {
        headers: { authorization: `Bearer ${platform.operatorKey}` },
      });
      if (/^kith_vectors_missing 0$/mu.test(await response.text())) return;
      if (Date.now() > limit) throw new Error('vectors did not come');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return { call, settled, embedded, close: () => platform.stop() };
};

export const platformName = 'quality';

export const refOf = (agent, id) => ({ platform: platformName, platform_user_id: `${agent}-${id}` });

export const account = (agent, { id, name, handle }) => ({
  platform_user_id: `${agent}-${id}`,
  handle,
  display_name: name,
});

/** `agent`: each store and each conversation has one of its own, so that no two meet. */
export const envelope = (agent, id, type, data) => ({
  specversion: '1.0',
  id: `${agent}/${id}`,
  source: '/quality',
  type: `kith.${type}.v1`,
  data: { platform: platformName, agent_id: agent, ...data },
});

export const mean = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0) / (rows.length || 1);
