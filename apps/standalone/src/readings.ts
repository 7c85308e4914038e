import type { Database } from '#database';
import type { MessageBus } from '#messaging';
import type { GaugeReadings } from '#observability';

interface Row {
  readonly unread: string;
  readonly unread_seconds: number | null;
  readonly memories: number;
  readonly index_rows: number;
  readonly log_position: string | null;
  readonly log_bytes: string;
  readonly database_bytes: string;
}

/** Above this, what the statistics say is near enough, and counting would hold up those who ask and publish. */
const countedBelow = 20_000;

const rowsOf = (table: 'memories' | 'memory_index', condition: string): string =>
  `(select case when reltuples > ${String(countedBelow)} then reltuples::float8
                else (select count(*)::float8 from ${table} where ${condition}) end
      from pg_class where oid = '${table}'::regclass)`;

const statement = `
  select (select count(*) from messages where needs_reading) as unread,
         (select extract(epoch from now() - min(recorded_at))::float8 from messages where needs_reading) as unread_seconds,
         ${rowsOf('memories', `status = 'active'`)} as memories,
         ${rowsOf('memory_index', 'not removed')} as index_rows,
         (select max(position) from events) as log_position,
         pg_total_relation_size('events') as log_bytes,
         pg_database_size(current_database()) as database_bytes`;

const oldest = `
  select k.kind, coalesce((
           select extract(epoch from now() - m.stored_at)::float8 from bus_messages m
            where m.kind = k.kind
              and m.sequence > coalesce((select min(position) from bus_consumers c where c.kind = k.kind), 0)
            order by m.sequence limit 1), 0) as seconds
    from (select distinct kind from bus_consumers) as k`;

const secondsSince = (at: Date | null): number =>
  at === null ? 0 : Math.max(0, (Date.now() - at.getTime()) / 1000);

/** Everything that only the store knows, in three statements. Ages are by the store's clock, which stamped the rows. */
export const readStore = async (database: Database, bus: MessageBus): Promise<GaugeReadings> => {
  const depth = await bus.depth();
  const ages = await database.query<{ kind: string; seconds: number }>(oldest);
  const [row] = await database.query<Row>(statement);
  if (!row) throw new Error('the store answered nothing');
  return {
    busWaiting: new Map(depth.map(({ kind, waiting }) => [kind, waiting])),
    busParked: new Map(depth.map(({ kind, parked }) => [kind, parked])),
    busParkedOldest: new Map(depth.map(({ kind, parkedSince }) => [kind, secondsSince(parkedSince)])),
    busOldest: new Map(ages.map(({ kind, seconds }) => [kind, Math.max(0, seconds)])),
    extractionWaiting: Number(row.unread),
    extractionOldest: Math.max(0, row.unread_seconds ?? 0),
    memories: row.memories,
    indexRows: row.index_rows,
    logPosition: Number(row.log_position ?? 0),
    logBytes: Number(row.log_bytes),
    databaseBytes: Number(row.database_bytes),
  };
};

export const storeGauges = [
  'busWaiting',
  'busParked',
  'busParkedOldest',
  'busOldest',
  'extractionWaiting',
  'extractionOldest',
  'memories',
  'indexRows',
  'logPosition',
  'logBytes',
  'databaseBytes',
] as const satisfies readonly (keyof GaugeReadings)[];
