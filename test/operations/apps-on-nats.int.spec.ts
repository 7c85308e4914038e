import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { jetstream } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testNatsUrl, testServerUrl } from '#config';
import { Apart } from '../support/apart.js';
import { Collector } from '../support/collector.js';
import { eventOf, posted, until } from './serving.js';

const isThere = testNatsUrl() !== undefined && testServerUrl() !== undefined;

describe('the apps on NATS and a Postgres server', () => {
  if (!isThere) {
    it('are tried where KITH_TEST_NATS_URL and KITH_TEST_DATABASE_URL name servers', () =>
      expect(isThere).toBe(false));
    return;
  }
  let apart: Apart;
  let collector: Collector;
  beforeAll(async () => {
    collector = await Collector.start();
    apart = await Apart.open({ KITH_TRACES__URL: collector.url }, ['ingest', 'recall', 'gateway']);
  }, 180_000);
  afterAll(async () => {
    await apart.stop();
    await collector.stop();
  }, 60_000);

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(apart.url + path, {
      method,
      headers: { authorization: `Bearer ${apart.operatorKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  const ask = () =>
    call('POST', '/v1/recall', {
      agent_id: 'helper',
      viewer: { platform: 'chat', platform_user_id: 'u-1' },
      source: { platform: 'chat', type: 'group', external_id: 'hall' },
      query: 'What parrot does Wanda have?',
      threshold: 0,
    });
  const factsOf = async (get: (path: string) => Promise<string>): Promise<readonly string[]> => {
    const facts: string[] = [];
    for (let cursor = ''; ;) {
      const page = JSON.parse(await get(`/v1/memories?limit=200${cursor}`)) as {
        readonly results: readonly { readonly id: string; readonly memory: string }[];
        readonly next_cursor: string | null;
      };
      facts.push(...page.results.map(({ id, memory }) => `${id} ${memory}`));
      if (page.next_cursor === null) return facts.sort();
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  };
  /** As an adaptor does that knows NATS and not HTTP. */
  const publish = async (id: string, document: unknown, tenant = 'default'): Promise<void> => {
    const head = headers();
    head.set('Nats-Msg-Id', `/adaptors/chat|${id}`);
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    const { nats, root } = apart.servers;
    await jetstream(nats.nc).publish(`${root}.v1.${tenant}.events.p07`, body, { headers: head });
  };
  const parkedCauses = async (): Promise<readonly string[]> => {
    const { results } = JSON.parse((await call('GET', '/v1/parked')).text) as {
      readonly results: readonly { readonly cause: string }[];
    };
    return results.map(({ cause }) => cause);
  };

  it('answer what was said, and 503 with a time to come back while recall is not there', async () => {
    const event = posted('n-1', 'I have a parrot named Coco');
    const told = await call('POST', '/v1/events?wait=indexed&timeout_ms=30000', event);
    expect([told.status, told.text]).toEqual([200, expect.stringContaining('ADD')]);
    expect((await ask()).text).toContain('Coco');
    await apart.kill('recall');
    const refused = await ask();
    expect([refused.status, refused.retryAfter]).toEqual([503, '1']);
    expect(refused.text).not.toContain('Coco');
    await apart.start('recall');
    expect((await ask()).text).toContain('Coco');
  }, 120_000);

  it('have `kith doctor` say that the janitor is gone, and that all servers answer', async () => {
    const { nats, url, root } = apart.servers;
    const doctor = async () => {
      const [program, ...words] = ['dist/apps/cli/src/main.js', 'doctor', '--json', '--url', apart.url];
      const env = {
        NATS_URL: `nats://${nats.nc.getServer()}`,
        KITH_NATS_PREFIX: root,
        DATABASE_URL: url,
        KITH_OPERATOR_KEY: apart.operatorKey,
      };
      return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
        ({ stdout }) => ({ code: 0, page: JSON.parse(stdout) as unknown, said: '' }),
        (failed: unknown) => {
          const { code, stdout, stderr } = failed as {
            readonly code: number;
            readonly stdout: string;
            readonly stderr: string;
          };
          return { code, page: JSON.parse(stdout) as unknown, said: stderr };
        },
      );
    };
    const janitor = await apart.start('janitor');
    expect(await doctor()).toMatchObject({
      code: 0,
      page: { reachable: { ingest: true, recall: true } },
    });
    await apart.kill(janitor);
    const alone = await doctor();
    expect(alone).toMatchObject({
      code: 1,
      page: { status: 'unreachable', reachable: { postgres: true, nats: true } },
    });
    expect(alone.said).toContain('no janitor does');
  }, 60_000);

  it('are one trace from the edge over the bus to the index, and one from a question to its answer, without a word of it', async () => {
    const tracesWith = (name: string) => {
      const ids = collector.spans.filter((span) => span.name === name).map(({ traceId }) => traceId);
      return ids.map((id) =>
        collector.spans
          .filter(({ traceId }) => traceId === id)
          .map((span) => `${span.service} ${span.name}`)
          .sort(),
      );
    };
    const told = [
      'kith-gateway POST /v1/events',
      'kith-ingest ingest-recorder',
      'kith-ingest ingest.read',
      'kith-recall recall-indexer',
    ];
    const asked = ['kith-gateway POST /v1/recall', 'kith-recall recall.recall'];
    const has = (name: string, wanted: readonly string[]): boolean =>
      tracesWith(name).some((spans) => wanted.every((one) => spans.includes(one)));
    const event = posted('n-1b', 'I have a ferret named Ziggy');
    expect((await call('POST', '/v1/events?wait=indexed&timeout_ms=30000', event)).text).toContain('ADD');
    expect((await ask()).text).toContain('Coco');
    await until(
      () => Promise.resolve(has('POST /v1/events', told) && has('POST /v1/recall', asked)),
      20_000,
    ).catch(() => undefined);
    expect([...tracesWith('POST /v1/events'), ...tracesWith('POST /v1/recall')]).toEqual(
      expect.arrayContaining([expect.arrayContaining(told), expect.arrayContaining(asked)]),
    );
    for (const word of [
      'parrot',
      'Coco',
      'ferret',
      'Ziggy',
      'Wanda',
      'wanda',
      'hall',
      'Bearer',
      apart.operatorKey,
    ])
      expect([word, collector.bodies.some((body) => body.includes(word))]).toEqual([word, false]);
  }, 60_000);

  it('make of what is published straight to NATS what they make of the same over HTTP, and nothing for a tenant that nobody made', async () => {
    const more = { source: { type: 'group', external_id: 'attic', name: '#attic', history: 'visible' } };
    await publish('n-2', posted('n-2', 'I live in Tromsø', more));
    await publish('n-3', posted('n-3', 'My api key is sk_live_4eC39HqLyjWDarjtT1zdp7dcAbCdEf', more));
    await publish('n-4', 'this is no JSON');
    await publish('n-5', eventOf('n-5', 'message.posted', { message_id: 'n-5' }));
    await publish('n-6', posted('n-6', 'I play the cello', more));
    await publish('n-7', posted('n-7', 'I live in Nuuk', more), 'nobody');
    await publish('n-8', posted('n-8', 'I live in Vaasa', more), 'nobody~chat');
    await apart.settled(30_000);
    expect(
      await apart.servers.database.query("select 1 from events where tenant_id <> 'default' limit 1"),
    ).toEqual([]);
    const made = JSON.parse((await call('POST', '/v1/tenants', { id: 'nobody' })).text) as { key: string };
    const theirs = await fetch(`${apart.url}/v1/parked`, {
      headers: { authorization: `Bearer ${made.key}` },
    });
    const unmade = ((await theirs.json()) as { results: readonly { cause: string }[] }).results;
    expect(unmade.map(({ cause }) => cause)).toEqual(
      Array(2).fill('tenant: there is none of this id; an operator adds it'),
    );
    const facts = await factsOf(async (path) => (await call('GET', path)).text);
    expect(facts.filter((fact) => /Tromsø|cello/u.test(fact))).toHaveLength(2);
    const causes = await parkedCauses();
    expect(causes).toContain('is not JSON in UTF-8');
    expect(causes.some((cause) => cause.includes('data.'))).toBe(true);
    const [leaked] = await apart.servers.database.query(
      `select 1 from events where data::text like '%sk_live_4eC39%'`,
    );
    expect(leaked).toBeUndefined();
  }, 120_000);
});
