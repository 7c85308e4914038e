import { answered, type Answer, type MaintenanceCommands, type Reprojected } from '#contracts';
import type { Sql } from '#database';
import { dropLinks, dropMemories } from '#read-models';
import type { CommandOptions } from '../command-options.js';

interface Projected {
  readonly projection: string;
  readonly streamOf: (id: string) => string;
  readonly drop: (sql: Sql, ids: readonly string[]) => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

const projected: Readonly<Record<Reprojected, Projected>> = {
  memories: { projection: 'memories', streamOf: (id) => `memory-${id}`, drop: dropMemories },
  sources: { projection: 'places', streamOf: (id) => `source-${id}`, drop: nothing },
  messages: { projection: 'messages', streamOf: (stream) => stream, drop: nothing },
  links: { projection: 'links', streamOf: (id) => `link-${id}`, drop: dropLinks },
};

/** Rows that are not as the log says are made from it once more; the log is not changed. */
export const reproject = (
  { log }: Pick<CommandOptions, 'log'>,
  { tenantId, of, ids }: Parameters<MaintenanceCommands['reproject']>[0],
): Promise<Answer<null>> =>
  log.write(tenantId, async (writer) => {
    const { projection, streamOf, drop } = projected[of];
    await writer.replay(projection, ids.map(streamOf), (sql) => drop(sql, ids));
    return answered(null);
  });
