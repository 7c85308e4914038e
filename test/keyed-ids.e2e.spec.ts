import { describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { RulesExtractor } from '#extraction';
import { PostgresEventLog } from '#event-log';
import { projections } from '#read-models';
import { allMigrations } from '#standalone';
import { fixIdKey } from '#testing';
import { Ingesting, openStore, type Store } from './support/ingesting.js';

const yard = { type: 'group', external_id: 'yard', name: '#yard' };
const account = (who: string) => ({ platform_user_id: who, handle: who, display_name: who });

const said = (minute: number, who: string, text: string, id = `m-${String(minute)}`) => ({
  specversion: '1.0',
  id: `e-${id}-${String(minute)}`,
  source: '/test',
  type: 'kith.message.posted.v1',
  data: {
    platform: 'chat',
    agent_id: 'helper',
    message_id: id,
    text,
    sent_at: new Date(Date.parse('2026-03-02T09:00:00Z') + minute * 60_000).toISOString(),
    source: yard,
    author: account(who),
  },
});

/** A statement, somebody who is let know it, and one that is forgotten and said again. */
const story = [
  said(1, 'Nils', 'good morning'),
  said(2, 'Sunniva', 'I collect barometers'),
  said(3, 'Sunniva', '@helper you can tell Nils that I collect barometers'),
  said(4, 'Sunniva', 'I play the zither'),
  said(5, 'Sunniva', '@helper please forget that I play the zither'),
  said(6, 'Sunniva', 'I play the zither'),
];

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly what: string;
}

/** Ids that nobody can compute, by what they are of; without contents that are gone, which would be alike. */
const keyedIn = (database: Database): Promise<readonly Row[]> =>
  database.query<Row>(
    `select memory_id as id, 'memory' as kind, concat_ws(' ', content, status, visibility_scope) as what from memories
     union all select record_id, 'message', coalesce(message_id, '') from messages order by kind, what`,
  );
/** Ids that adaptors and agents may compute, as before. */
const openIn = (database: Database): Promise<readonly Row[]> =>
  database.query<Row>(
    `select entity_id as id, 'entity' as kind, '' as what from entities where entity_type <> 'unknown'
     union all select source_id, 'source', external_id from sources order by kind, what, id`,
  );

const ids = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id);
const lived = async ({ database, log }: Store, extractor = new RulesExtractor()) => {
  const running = await Ingesting.start({ database, log }, extractor);
  await running.publish(story, 1);
  return running;
};
const ownKey = () => Promise.resolve();
const noKey = (database: Database) => fixIdKey(database, null);

describe('ids of memories and messages', () => {
  it('are of one store: the same there whatever comes again, and other ones in another', async () => {
    const store = await openStore(ownKey);
    const running = await lived(store);
    const first = await keyedIn(store.database);
    expect(first.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/barometers.*source_shared/u),
        expect.stringMatching(/barometers.*private_subject/u),
        expect.stringMatching(/zither active/u),
        expect.stringMatching(/^forgotten/u),
      ]),
    );
    // Of version 8 are those that are derived with a key.
    expect(ids(first).filter((id) => id[14] !== '8')).toEqual([]);
    const open = await openIn(store.database);

    // The same messages under other event ids, and the same statement in a message of its own.
    await running.publish(story.map((event) => ({ ...event, id: `${event.id}-again` })));
    expect(await keyedIn(store.database)).toEqual(first);
    await running.publish([said(9, 'Sunniva', 'I collect barometers')]);
    const more = (await keyedIn(store.database)).filter(({ id }) => !ids(first).includes(id));
    expect(more.map(({ kind }) => kind)).toEqual(['message']);
    await store.log.rebuild(() => undefined);
    expect(ids(await keyedIn(store.database))).toEqual(expect.arrayContaining([...ids(first)]));
    await running.stop();

    // Read again by another process, with the key as the store keeps it.
    const next = new (class extends RulesExtractor {
      override readonly version = 'rules-next';
    })();
    const log = new PostgresEventLog(store.database, projections, () => new Date());
    const anew = await Ingesting.start({ database: store.database, log }, next);
    await anew.readAnew();
    const memories = (rows: readonly Row[]) => rows.filter(({ kind }) => kind === 'memory');
    expect(memories(await keyedIn(store.database))).toEqual(memories(first));
    await anew.stop();
    await store.database.close();

    for (const withKey of [ownKey, noKey]) {
      const other = await openStore(withKey);
      await (await lived(other)).stop();
      const found = await keyedIn(other.database);
      expect(found.map(({ kind, what }) => [kind, what])).toEqual(
        first.map(({ kind, what }) => [kind, what]),
      );
      expect(ids(found).filter((id) => ids(first).includes(id))).toEqual([]);
      // What adaptors and agents go by is the same everywhere.
      expect(await openIn(other.database)).toEqual(open);
      await other.database.close();
    }
  }, 120_000);

  it('stay what they are in a store from before: what was said there once is met again', async () => {
    const { database, log } = await openStore(noKey);
    await (await lived({ database, log })).stop();
    const before = await keyedIn(database);
    // As the version before left it, and the next one finds it.
    await database.query('drop table id_key');
    await database.query("delete from kith_migrations where name = '0011-id-key'");
    expect(await database.migrate(allMigrations)).toEqual(['0011-id-key']);
    const running = await Ingesting.start({
      database,
      log: new PostgresEventLog(database, projections, () => new Date()),
    });
    await running.publish([...story.map((event) => ({ ...event, id: `${event.id}-again` }))]);
    expect(await keyedIn(database)).toEqual(before);
    await running.publish([
      said(9, 'Sunniva', 'I collect barometers'),
      said(10, 'Sunniva', 'I play the zither'),
    ]);
    const [barometers] = before.filter(({ what }) => /barometers.*source_shared/u.test(what));
    const told = await database.query<{ messages: number }>(
      'select count(*)::int as messages from memory_evidence where memory_id = $1',
      [barometers?.id ?? ''],
    );
    expect(told).toEqual([{ messages: 2 }]);
    const found = await keyedIn(database);
    expect(found.length - before.length).toBe(2);
    expect(ids(found)).toEqual(expect.arrayContaining([...ids(before)]));
    await running.stop();
    await database.close();
  }, 120_000);
});
