import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEnv, testNatsServer } from '#config';
import { rebuild } from '#standalone';
import { Apart } from '../support/apart.js';
import { OwnNats, OwnPostgres } from '../support/own-servers.js';
import { World } from '../support/world.js';
import { posted, until } from './serving.js';

const program = testNatsServer();

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

const towns = ['Bergen', 'Porto', 'Ghent', 'Turku', 'Graz', 'Lviv', 'Sopot', 'Bled', 'Nara', 'Cusco'];
const pets = ['parrot', 'tortoise', 'ferret', 'gecko', 'pony'];
const names = ['Coco', 'Biscuit', 'Pixel', 'Mango', 'Otto', 'Juno', 'Kiwi'];
const trades = ['potter', 'surgeon', 'welder', 'florist'];

/** What people said in seven rooms of one lot: every fifth line is worth a memory, and some contradict others. */
const lineOf = (at: number): string => {
  const pick = (from: readonly string[], step: number): string =>
    from[Math.floor(at / step) % from.length] ?? '';
  switch (at % 20) {
    case 0:
      return `I live in ${pick(towns, 20)}`;
    case 5:
      return `I have a ${pick(pets, 5)} named ${pick(names, 20)}`;
    case 10:
      return `I work as a ${pick(trades, 10)}`;
    case 15:
      return `I moved to ${pick(towns, 15)}`;
    default:
      return `that makes ${String(at)} so far`;
  }
};

const began = Date.now() - 86_400_000;
let second = 0;

const lot = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const who = `${name}-${String(at % 37)}`;
    return posted(`${name}-m${String(at)}`, lineOf(at), {
      sent_at: new Date(began + (second += 1) * 1_000).toISOString(),
      source: { type: 'group', external_id: `${name}-${String(at % 7)}`, history: 'visible' },
      author: { platform_user_id: who, handle: who, display_name: who },
    });
  });
type Event = ReturnType<typeof posted>;

/** A disk of its own that can be filled up; null where this machine lets nobody make one. */
const smallDisk = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('the apps, two of each, when something fails', () => {
  if (program === undefined) {
    it('are tried where KITH_TEST_NATS_SERVER names the program', () => expect(program).toBeUndefined());
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'kith-faults-'));
  chmodSync(folder, 0o711);
  const disk = join(folder, 'disk');
  mkdirSync(disk, { mode: 0o711 });
  const hasDisk = smallDisk(disk);
  let nats: OwnNats;
  let postgres: OwnPostgres;
  let apart: Apart;
  let undisturbed: World;
  let expected = 0;
  beforeAll(async () => {
    nats = await OwnNats.start(program, join(disk, 'nats'));
    postgres = await OwnPostgres.start(join(disk, 'postgres'));
    const apps = ['ingest', 'ingest', 'recall', 'recall', 'gateway', 'gateway'];
    apart = await Apart.open({}, apps, { nats: nats.url, postgres: postgres.url });
    undisturbed = await World.open({ KITH_DATA_DIR: 'memory://' });
  }, 120_000);
  afterAll(async () => {
    await undisturbed.close();
    try {
      await apart.stop();
    } finally {
      await nats.halt();
      await postgres.stop();
      if (hasDisk) execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  const call = async (url: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apart.operatorKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    };
  };
  const gateways = ['gateway', 'gateway-2'];
  let turn = 0;
  /** As an adaptor does: to the one or the other, and again when it was not taken. */
  const publish = async (events: readonly Event[]): Promise<void> => {
    for (let from = 0; from < events.length; from += 50)
      await until(async () => {
        try {
          const { url } = apart.app(gateways[(turn += 1) % 2] ?? '');
          const { status, text } = await call(url, 'POST', '/v1/events', events.slice(from, from + 50));
          if (text.includes('"rejected"')) throw new RangeError(text);
          return status === 202;
        } catch (error) {
          if (error instanceof RangeError) throw error;
          return false;
        }
      });
  };
  const recorded = async (): Promise<number> => {
    const [row] = await apart.servers.database.query<{ count: number }>(
      `select count(*)::int as count from events where type = 'MessageRecorded'`,
    );
    return row?.count ?? 0;
  };
  const facts = async (get: (path: string) => Promise<string>): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const page = JSON.parse(await get(`/v1/memories?limit=200${cursor}`)) as {
        readonly results: readonly { id: string; memory: string; evidence: readonly unknown[] }[];
        readonly next_cursor: string | null;
      };
      found.push(
        ...page.results.map(({ id, memory, evidence }) => `${id} ${memory} ${JSON.stringify(evidence)}`),
      );
      if (page.next_cursor === null) return found.sort();
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  };
  const ask = (gateway = 'gateway') =>
    call(apart.app(gateway).url, 'POST', '/v1/recall', {
      agent_id: 'helper',
      viewer: { platform: 'chat', platform_user_id: 'calm-0' },
      source: { platform: 'chat', type: 'group', external_id: 'calm-0' },
      query: 'Where does calm-0 live?',
      threshold: 0,
    });

  /** The lot is published while `disturb` goes on; then all there is has to be as it is where nothing happened. */
  const survives = async (events: Event[], disturb: () => Promise<void>, send = publish): Promise<void> => {
    const before = await recorded();
    const sent = send(events);
    await until(async () => (await recorded()) > before);
    const given = events.length;
    expected += given;
    await disturb();
    await sent;
    expected += events.length - given;
    await until(async () => (await recorded().catch(() => 0)) >= expected);
    await apart.settled(60_000);
    expect(await recorded()).toBe(expected);
    await undisturbed.pour(events);
    const found = await facts(async (path) => (await call(apart.url, 'GET', path)).text);
    const wanted = await facts(async (path) => (await undisturbed.call('GET', path)).text);
    expect(wanted.length).toBeGreaterThan(20);
    expect(found).toEqual(wanted);
    expect(JSON.parse((await call(apart.url, 'GET', '/v1/parked')).text)).toMatchObject({ results: [] });
  };

  it('make the same facts as one process when nothing does', async () => {
    await survives(lot('calm', 400), () => Promise.resolve());
    for (const gateway of gateways) expect((await ask(gateway)).text).toContain('Bergen');
  }, 120_000);

  it('lose and double nothing when each worker is killed in turn in the middle of events', async () => {
    await survives(lot('killed', 1_000), async () => {
      for (const name of ['ingest', 'recall', 'gateway-2', 'ingest-2']) {
        await apart.kill(name);
        await apart.start(name.replace('-2', ''));
      }
    });
  }, 180_000);

  it('go on where they were when NATS is killed and comes back; meanwhile nothing is taken', async () => {
    await survives(lot('broker', 400), async () => {
      await nats.halt();
      const refused = await call(apart.url, 'POST', '/v1/events', lot('broker', 1));
      expect([refused.status, refused.retryAfter]).toEqual([503, '1']);
      expect((await ask()).status).toBe(503);
      await nats.resume();
    });
    expect((await ask()).text).toContain('Bergen');
  }, 180_000);

  it('go on where they were when Postgres is killed and comes back; meanwhile nothing is told', async () => {
    await survives(lot('store', 400), async () => {
      await postgres.halt();
      try {
        // Who asks cannot be read: the gate answers, or nobody.
        for (const gateway of gateways) expect((await ask(gateway)).text).not.toContain('Bergen');
      } finally {
        await postgres.resume();
      }
    });
    expect((await ask()).text).toContain('Bergen');
  }, 180_000);

  it('make nothing double of what comes twice and out of order, in two partitions at once', async () => {
    const js = jetstream(apart.servers.nats.nc);
    const send = async (events: readonly Event[]): Promise<void> => {
      const backwards = events.map((event, at) => ({ event, at: (at * 7_919) % events.length }));
      backwards.sort((one, other) => one.at - other.at);
      const twice = [...backwards, ...backwards.toReversed()];
      await Promise.all(
        twice.map(({ event }, at) => {
          const head = headers();
          head.set('Nats-Msg-Id', `${event.source}|${event.id}`);
          const partition = `p${String((at * 5) % 16).padStart(2, '0')}`;
          return js.publish(`${apart.servers.root}.v1.default.events.${partition}`, JSON.stringify(event), {
            headers: head,
          });
        }),
      );
    };
    await survives(lot('twice', 300), () => Promise.resolve(), send);
  }, 180_000);

  it('hand on what a worker that stands still had, and heed it no more when it wakes', async () => {
    await survives(lot('slow', 300), async () => {
      const sleeping = apart.app('ingest');
      sleeping.signal('SIGSTOP');
      try {
        // It may hold the lock of every writer, which the server takes from it.
        await until(async () => (await recorded()) >= expected, 40_000);
      } finally {
        sleeping.signal('SIGCONT');
      }
    });
  }, 180_000);

  it('finish what is in hand when they are told to end', async () => {
    await survives(lot('drained', 300), async () => {
      for (const name of ['ingest-2', 'gateway-2']) {
        expect(await apart.end(name, 'SIGTERM')).toBe(0);
        await apart.start(name.replace('-2', ''));
      }
    });
  }, 180_000);

  it('come back from a backup of Postgres in an empty place, with read models and index made anew from the log', async () => {
    const url = await postgres.restored(apart.servers.url, 'kith_restored');
    const settings = {
      DATABASE_URL: url,
      KITH_DATA_DIR: 'memory://',
      KITH_EMBEDDER: 'none',
      KITH_OPERATOR_KEY: apart.operatorKey,
    };
    const parsed = parseEnv(settings);
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    const rebuilt = await rebuild(parsed.config, () => undefined);
    expect(rebuilt === 'served' ? 0 : rebuilt.events).toBeGreaterThan(expected);
    const restored = await World.open(settings);
    try {
      const [found, wanted] = await Promise.all(
        [restored, undisturbed].map((world) => facts(async (path) => (await world.call('GET', path)).text)),
      );
      expect(found).toEqual(wanted);
      const place = { type: 'group', external_id: 'calm-0' } as const;
      const answer = await restored.ask('calm-0', place, 'Where does calm-0 live?');
      expect(answer.context).toContain('Bergen');
    } finally {
      await restored.close();
    }
  }, 120_000);

  if (!hasDisk)
    it('are not tried on a full disk here: it takes the right to mount one', () =>
      expect(hasDisk).toBe(false));
  else
    it('refuse clearly what does not fit on a full disk, and go on when there is room', async () => {
      const filler = join(disk, 'filler');
      const events = lot('full', 400);
      await survives(events, async () => {
        try {
          writeFileSync(filler, Buffer.alloc(400 * 1_048_576));
        } catch {
          // that is what it is for
        }
        let refused: Answer | null = null;
        await until(async () => {
          const probe = lot(`probe-${String(events.length)}`, 50);
          const answer = await call(apart.url, 'POST', '/v1/events', probe);
          events.push(...probe);
          if (answer.status !== 202) refused = answer;
          return refused !== null;
        });
        expect(refused).toMatchObject({ status: 503, retryAfter: '1' });
        rmSync(filler);
        // A broker that had no room left stores nothing more until it is started again, and Postgres may have ended.
        await nats.halt();
        await nats.resume();
        await postgres.halt();
        await postgres.resume();
        // What was refused is sent again, as its sender does: some of it may have been stored.
        await publish(events.slice(-50));
      });
    }, 180_000);
});
