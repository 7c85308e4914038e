import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Database, type Migration, type SqlParameter, type Store } from '#database';
import type { Engines } from '#standalone';
import { openEngines } from '../support/engines.js';
import { World } from '../support/world.js';
import { say } from './support/scenario.js';
import { keysOf, Stage, type Keys } from './support/stage.js';

type Fault = 'none' | 'store' | 'identity' | 'memories' | 'index';

const touches: Readonly<Record<Fault, RegExp>> = {
  none: /(?!)/u,
  store: /^/u,
  identity: /\b(?:accounts|entities|source_participants|sources)\b/u,
  memories: /\bmemories\b/u,
  index: /(?!)/u,
};

/** The real engines, one of which fails while `fault` says so. */
class Breaking {
  fault: Fault = 'none';

  open = async (...given: Parameters<typeof openEngines>): Promise<Engines> => {
    const engines = await openEngines(...given);
    const isBroken = (statement: string): boolean => touches[this.fault].test(statement);
    const { index } = engines;
    const search = index.search.bind(index);
    index.search = (lanes) =>
      this.fault === 'index' ? Promise.reject(new Error('the index is away')) : search(lanes);
    return { ...engines, index, database: new BreakingDatabase(engines.database, isBroken) };
  };
}

class BreakingDatabase extends Database {
  readonly engine;
  readonly reading: Store;
  constructor(
    private readonly inner: Database,
    private readonly isBroken: (statement: string) => boolean,
  ) {
    super();
    this.engine = inner.engine;
    this.reading = this.guarded(inner.reading);
  }
  private guarded(sql: Store): Store {
    return {
      query: <Row extends object>(statement: string, parameters?: readonly SqlParameter[]) =>
        this.isBroken(statement)
          ? Promise.reject<readonly Row[]>(new Error('the store is away'))
          : sql.query<Row>(statement, parameters),
      entities: <T>(work: (entities: EntityManager) => Promise<T>) =>
        this.isBroken('') ? Promise.reject<T>(new Error('the store is away')) : sql.entities(work),
    };
  }
  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.guarded(this.inner).query<Row>(statement, parameters);
  }
  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    return this.guarded(this.inner).entities(work);
  }
  transaction<T>(work: (sql: Store) => Promise<T>): Promise<T> {
    return this.inner.transaction((sql) => work(this.guarded(sql)));
  }
  migrate(migrations: readonly Migration[]): Promise<readonly string[]> {
    return this.inner.migrate(migrations);
  }
  close(): Promise<void> {
    return this.inner.close();
  }
}

const stories = [
  {
    title: 'as given: the store of people cannot be read',
    fault: 'identity',
    words: ['My dog is called Rex', 'I have anxiety'],
    fragments: ['Rex', 'anxiety'],
  },
  {
    title: 'the memories cannot be read, though the index has found them',
    fault: 'memories',
    words: ['I live in Riga', 'I have asthma'],
    fragments: ['Riga', 'asthma'],
  },
  {
    title: 'the index is away',
    fault: 'index',
    words: ['I work at a kiosk', 'I am planning to sell my flat'],
    fragments: ['kiosk', 'flat'],
  },
  {
    title: 'nothing can be read at all',
    fault: 'store',
    words: ['I like gin', 'I have a cat named Tom'],
    fragments: ['gin', 'Tom'],
  },
] as const satisfies readonly { fault: Fault; [field: string]: unknown }[];

describe('SC-39 when it cannot tell who may hear, it tells nobody', () => {
  const breaking = new Breaking();
  let world: World;
  let keys: Keys;
  beforeAll(async () => {
    world = await World.open({}, () => new Date(), breaking.open);
    keys = await keysOf(world);
  }, 120_000);
  afterAll(() => world.close());

  it.each(stories.map((story, index) => [story.title, story, index] as const))(
    '%s',
    async (_title, { fault, words, fragments }, index) => {
      const stage = new Stage(world, keys, `chat:sc-39-${String(index + 1)}`, {
        people: { una: 'Una', rob: 'Rob' },
        places: { hall: { type: 'group', in: 'club', members: ['una', 'rob'] } },
      });
      await stage.gather();
      await stage.play([say('una', 'hall', words[0]), say('una', 'dm:una', words[1])], false);
      const ask = { viewer: 'una', at: 'dm:una', q: 'what do you know about me?' } as const;
      const before = await stage.ask(ask);
      for (const fragment of fragments) expect(before.bytes).toContain(fragment);

      breaking.fault = fault;
      try {
        const recalled = await world.call('POST', '/v1/recall', stage.requestOf(ask), keys.client);
        for (const fragment of fragments) expect(recalled.text).not.toContain(fragment);
        // Whether some of whoever reads along is kept from something is read from memories as well.
        if (fault !== 'index') {
          // Who asks cannot be told, so there is a sentence to say instead of an error.
          expect([recalled.status, recalled.body]).toEqual([
            200,
            expect.objectContaining({ gated: true, results: [] }),
          ]);
          expect((recalled.body as { context: string }).context).toContain('[MEMORY_SCOPE]\ngated: true\n');
        } else expect([500, 503]).toContain(recalled.status);
        const reads = [
          ['POST', '/v1/memories/search', stage.requestOf(ask)],
          [
            'GET',
            `/v1/memories?agent_id=helper&viewer_platform=${stage.platform}&viewer_platform_user_id=una`,
          ],
        ] as const;
        for (const [method, path, body] of reads) {
          const { status, text } = await world.call(method, path, body, keys.client);
          expect([500, 503]).toContain(status);
          for (const fragment of fragments) expect(text).not.toContain(fragment);
        }
      } finally {
        breaking.fault = 'none';
      }
      expect((await stage.ask(ask)).answer.results).toEqual(before.answer.results);
    },
    120_000,
  );
});

/** Keeps what is logged. */
class Lines extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

const gates = [
  {
    title: 'the store of people cannot be read',
    fault: 'identity',
    words: 'I play the oud',
    fragment: 'oud',
  },
  { title: 'nothing can be read at all', fault: 'store', words: 'I have a son named Emil', fragment: 'Emil' },
  { title: 'the memories cannot be read', fault: 'memories', words: 'I live in Ghent', fragment: 'Ghent' },
] as const satisfies readonly { fault: Fault; [field: string]: unknown }[];

describe('SC-39 behind the gate, when it cannot tell who asks', () => {
  const breaking = new Breaking();
  const lines = new Lines();
  let world: World;
  let keys: Keys;
  beforeAll(async () => {
    const gate = { KITH_GATE__REQUIRE_VERIFIED: 'true', KITH_GATE__MESSAGE: 'Please say who you are.' };
    world = await World.open(gate, () => new Date(), breaking.open, lines);
    keys = await keysOf(world);
  }, 120_000);
  afterAll(() => world.close());

  it.each(gates.map((story, index) => [story.title, story, index] as const))(
    '%s',
    async (_title, { fault, words, fragment }, index) => {
      const stage = new Stage(world, keys, `chat:sc-39-gate-${String(index + 1)}`, {
        people: { una: 'Una' },
        places: {},
      });
      await stage.play([say('una', 'dm:una', words)], false);
      const ask = { viewer: 'una', at: 'dm:una', q: 'what do you know about me?' } as const;
      const logged = lines.text.length;
      breaking.fault = fault;
      try {
        const { status, text } = await world.call('POST', '/v1/recall', stage.requestOf(ask), keys.client);
        expect(text).not.toContain(fragment);
        const told = JSON.parse(text) as { gated: boolean; results: readonly unknown[]; context: string };
        expect([status, told.gated, told.results]).toEqual([200, true, []]);
        const { platform_user_id } = stage.reference('una');
        const scope = await world.call(
          'GET',
          `/v1/scope?platform=${stage.platform}&platform_user_id=${platform_user_id}`,
          undefined,
          keys.client,
        );
        expect([scope.status, (scope.body as { block: string }).block]).toEqual([200, told.context]);
        expect(told.context).toBe('[MEMORY_SCOPE]\ngated: true\n[/MEMORY_SCOPE]\n\nPlease say who you are.');
        // The gate is closed before a memory is looked at.
        if (fault === 'memories') return;
        const since = lines.text.slice(logged);
        expect(since).toMatch(/"event":"identity.failed"/u);
        expect(since).not.toContain(fragment);
      } finally {
        breaking.fault = 'none';
      }
      const { answer } = await stage.ask(ask);
      expect(answer).toMatchObject({ gated: true, results: [] });
      expect(answer.context).toContain('Please say who you are.');
    },
    120_000,
  );
});
