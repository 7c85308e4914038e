import { describe, expect, it } from '@jest/globals';
import { projections } from '#read-models';
import { productionSources, strangersTables, tableOwners } from './support/doors.js';

const sources = productionSources();
const owners = tableOwners(sources);

describe('a table', () => {
  it('has one owner', () => {
    const ownersOf = (...tables: readonly string[]) => [...new Set(tables.map((table) => owners.get(table)))];
    expect(ownersOf('events', 'record_keys', 'checkpoints', 'commands', 'projection_versions')).toEqual([
      'libs/event-log',
    ]);
    expect(ownersOf('bus_messages', 'bus_consumers', 'bus_held')).toEqual(['libs/messaging']);
    expect(ownersOf('memory_index', 'memory_index_turn', 'memory_index_vectors')).toEqual([
      'libs/memory-index',
    ]);
    expect(ownersOf('embedding_cache')).toEqual(['libs/embeddings']);
    expect(ownersOf('entities', 'sources', 'messages', 'memories', 'grants')).toEqual(['libs/read-models']);
    expect(ownersOf('memory_accesses')).toEqual(['libs/read-models']);
    expect(ownersOf('api_keys', 'tenants')).toEqual(['libs/read-models']);
    expect(ownersOf('maintenance_reports')).toEqual(['apps/janitor']);
  });

  it('is asked for by its owner alone', () => {
    expect([...strangersTables(sources, owners)]).toEqual([]);
  });

  it('is filled by one projection, in one folder', () => {
    const tables = projections.flatMap((projection) => projection.tables);
    expect(tables).toEqual([...new Set(tables)]);
    const foldersThatWrite = (table: string): readonly string[] => {
      const writing = new RegExp(`\\b(?:update|insert into|delete from)\\s+${table}\\b`, 'u');
      const projecting = sources.filter(({ path }) => !path.endsWith('migrations.ts'));
      const writers = projecting.filter(({ text }) => writing.test(text));
      return [...new Set(writers.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
    };
    expect(tables.filter((table) => foldersThatWrite(table).length > 1)).toEqual([]);
    const messageWriters = sources.filter(({ text }) => /\bupdate messages\b/u.test(text));
    expect(messageWriters.map(({ path }) => path).filter((path) => !path.endsWith('migrations.ts'))).toEqual([
      'libs/read-models/src/messages/messages.ts',
    ]);
  });

  it('is found where a stranger names it, whatever the statement', () => {
    const statements = [
      ['select data from events', ['events']],
      ['select * from sources s, memories m', ['memories', 'sources']],
      ['delete from checkpoints where name = $1', ['checkpoints']],
      ['update only bus_held set state = 1', ['bus_held']],
      ["select reltuples from pg_class where oid = 'memory_index'::regclass", ['memory_index']],
      ['truncate messages', ['messages']],
      ['// reads from events\nconst rows = 1;', undefined],
    ] as const;
    for (const [text, tables] of statements) {
      const path = 'apps/recall/src/memories/export.ts';
      expect([text, strangersTables([{ path, text }], owners).get(path)]).toEqual([text, tables]);
    }
  });
});
