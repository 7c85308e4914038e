import type { Database, Sql } from '#database';
import type { KithEventType } from '#domain';
import { logStart, type Projection, type RecordedEvent } from './event-log.js';
import { countOf, eventsAfter, eventsOf } from './lookups.js';
import { outdatedAmong, saveVersions } from './projection-versions.js';

/** A message and what came of reading it are mostly in one batch, and then written once. */
const eventsAtOnce = 2_000;

/** Each projection gets those that it handles, in the order in which projections depend on each other. */
export const projectOn = async (
  sql: Sql,
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): Promise<void> => {
  for (const projection of projections) {
    const handled = events.filter((event) => projection.handles.includes(event.type));
    if (handled.length > 0) await projection.project(handled, sql);
  }
};

const replay = async (
  sql: Sql,
  project: (events: readonly RecordedEvent[]) => Promise<void>,
  { types, onProgress }: { types?: readonly KithEventType[]; onProgress?: (done: number) => void },
): Promise<number> => {
  let done = 0;
  let after = logStart;
  for (;;) {
    const events = await eventsAfter(sql, after, eventsAtOnce, { types });
    const last = events.at(-1);
    if (!last) return done;
    await project(events);
    done += events.length;
    after = last.at;
    onProgress?.(done);
  }
};

export const rebuild = async (
  database: Database,
  projections: readonly Projection[],
  onProgress: (done: number, total: number) => void,
): Promise<number> => {
  const total = await countOf(database);
  const tables = projections.flatMap((projection) => projection.tables);
  return database.transaction(async (sql) => {
    // INVARIANT: waits for running writers, and lets none begin. So all is read, without the horizon of `read`: any
    // transaction of the server holds that back, one of another database too, and the rebuild would miss the end.
    await sql.query('lock table events in share row exclusive mode');
    await sql.query(`truncate ${tables.join(', ')}`);
    await saveVersions(sql, projections, { all: true });
    return replay(sql, (events) => projectOn(sql, projections, events), {
      onProgress: (done) => onProgress(done, total),
    });
  });
};

export const upgradeProjections = (
  database: Database,
  projections: readonly Projection[],
): Promise<readonly string[]> =>
  database.transaction(async (sql) => {
    const outdated = await outdatedAmong(sql, projections);
    if (outdated.length > 0) await sql.query('lock table events in share row exclusive mode');
    for (const projection of outdated) {
      if (projection.tables.length > 0) await sql.query(`truncate ${projection.tables.join(', ')}`);
      await replay(sql, (events) => projection.project(events, sql), { types: projection.handles });
    }
    await saveVersions(sql, projections, { all: false });
    return outdated.map(({ name }) => name);
  });

/** One projection makes its rows of these streams anew, once `drop` has taken away those there are. */
export const replayStreams = async (
  sql: Sql,
  projection: Projection,
  tenantId: string,
  streams: readonly string[],
  drop: (sql: Sql) => Promise<void>,
): Promise<void> => {
  const events = await eventsOf(sql, tenantId, streams);
  await drop(sql);
  await projectOn(sql, [projection], events);
};
