import { NestFactory } from '@nestjs/core';
import { parseEnv, testIndexSettings } from '#config';
import { EventLog } from '#event-log';
import { startPlatform } from '#standalone';
import { mortal } from './mortal-log.js';

/**
 * A platform for a test that kills it: it hears what it is given, orders an erasure of an account, tells what that would find,
 * and dies by its own hand in the middle of it.
 */
const [folder = '', account = '', events = '[]', prefix = ''] = process.argv.slice(2);

const make: NonNullable<Parameters<typeof startPlatform>[0]['make']> = async (
  root: Parameters<(typeof NestFactory)['create']>[0],
  ...rest: readonly object[]
) => {
  const app = await NestFactory.create(root, ...(rest as []));
  mortal(app.get(EventLog), { step: 'messages', when: 'before' }, () => process.kill(process.pid, 'SIGKILL'));
  return app;
};

// One that never comes to its step is no reason to wait for ever.
setTimeout(() => process.exit(3), 60_000).unref();
const parsed = parseEnv({
  KITH_DATA_DIR: folder,
  KITH_EMBEDDER: 'none',
  KITH_LOG_LEVEL: 'silent',
  KITH_MAINTENANCE__SCHEDULED: 'false',
  ...testIndexSettings(prefix),
});
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const { url, operatorKey } = await startPlatform({ config: parsed.config, port: 0, quiet: true, make });
const ask = async (method: string, path: string, body?: string): Promise<string> => {
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' };
  return (await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })).text();
};
await ask('POST', '/v1/events?wait=indexed&timeout_ms=30000', events);
const scope = await ask('GET', `/v1/scope?platform=chat&platform_user_id=${account}`);
const order = { entity_id: (JSON.parse(scope) as { user_id: string }).user_id, kind: 'both' };
console.log(await ask('POST', '/v1/erasures', JSON.stringify({ ...order, dry_run: true })));
await ask('POST', '/v1/erasures', JSON.stringify(order));
