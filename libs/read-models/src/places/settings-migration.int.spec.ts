import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId } from '#domain';
import { eventLogMigrations } from '#event-log';
import { testDatabase } from '#testing';
import { readModelMigrations } from '../migrations.js';

const migration = readModelMigrations.find(({ name }) => name.endsWith('-settings'));
const id = (name: string): string => derivedId('test', name);

interface Old {
  readonly name: string;
  readonly type: 'workspace' | 'group' | 'thread' | 'dm';
  readonly access: 'open' | 'restricted';
  readonly given?: 'open' | 'restricted';
  readonly parent?: string;
  readonly workspace?: string;
  readonly root?: string;
  readonly wasConfined?: boolean;
}

/** As the version before wrote them. */
const olds: readonly Old[] = [
  { name: 'space', type: 'workspace', access: 'open', workspace: 'space' },
  { name: 'channel', type: 'group', access: 'open', parent: 'space', workspace: 'space' },
  {
    name: 'closed',
    type: 'group',
    access: 'restricted',
    given: 'restricted',
    parent: 'space',
    workspace: 'space',
    wasConfined: true,
  },
  {
    name: 'opened',
    type: 'group',
    access: 'open',
    given: 'open',
    parent: 'space',
    workspace: 'space',
    wasConfined: true,
  },
  { name: 'chat', type: 'group', access: 'open' },
  { name: 'chat-open', type: 'group', access: 'open', given: 'open' },
  { name: 'aloud', type: 'thread', access: 'open', parent: 'channel', workspace: 'space', root: 'channel' },
  {
    name: 'apart',
    type: 'thread',
    access: 'restricted',
    given: 'restricted',
    parent: 'channel',
    workspace: 'space',
    root: 'channel',
    wasConfined: true,
  },
  { name: 'stray', type: 'thread', access: 'restricted', wasConfined: true },
  { name: 'dm', type: 'dm', access: 'restricted' },
  { name: 'of-dm', type: 'thread', access: 'restricted', parent: 'dm', root: 'dm' },
];

describe('a store of before it was kept how a place stood', () => {
  let database: Database;
  beforeAll(async () => {
    const before = readModelMigrations.filter(
      ({ name }) => name < (migration?.name ?? '') || name.endsWith('-views'),
    );
    database = await testDatabase([...eventLogMigrations, ...before]);
    for (const { name, type, access, given, parent, workspace, root, wasConfined } of olds)
      await database.query(
        `insert into sources (source_id, tenant_id, source_type, platform, external_id, parent_source_id, parent_at, access, access_given,
           thread_of, workspace_id, root_id, accesses, confined, created_at)
         values ($1, 't', $2, 'chat', $3, $4, now(), $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, now())`,
        [
          id(name),
          type,
          name,
          parent ? id(parent) : null,
          access,
          given ?? null,
          type === 'thread' && parent ? id(parent) : null,
          workspace ? id(workspace) : null,
          id(root ?? name),
          JSON.stringify(given ? [{ at: '2026-05-01T12:00:00.000Z', access: given, isDefault: false }] : []),
          JSON.stringify(wasConfined ? [{ from: null, to: null }] : []),
        ],
      );
    for (const statement of migration?.statements ?? []) await database.query(statement);
  }, 60_000);
  afterAll(() => database.close());

  it('takes for what stood the stricter of what is known', async () => {
    const rows = await database.query<{ readonly external_id: string; readonly stands: readonly unknown[] }>(
      `select external_id, jsonb_build_array(access, history, is_apart, settings -> 0 ->> 'access', cardinality(reader_source_ids)) as stands from sources`,
    );
    expect(Object.fromEntries(rows.map(({ external_id, stands }) => [external_id, stands]))).toEqual({
      space: ['open', 'visible', false, 'open', 1],
      channel: ['open', 'visible', false, 'open', 1],
      closed: ['restricted', 'since_joining', false, 'restricted', 1],
      opened: ['open', 'since_joining', false, 'restricted', 1],
      chat: ['restricted', 'since_joining', false, 'restricted', 1],
      'chat-open': ['open', 'since_joining', false, 'open', 1],
      aloud: ['open', 'visible', false, 'open', 2],
      apart: ['restricted', 'since_joining', true, 'restricted', 1],
      stray: ['restricted', 'since_joining', true, 'restricted', 1],
      dm: ['restricted', 'since_joining', false, 'restricted', 1],
      'of-dm': ['restricted', 'since_joining', false, 'restricted', 2],
    });
  });

  it('keeps what was said of each place', async () => {
    const [row] = await database.query<{
      readonly accesses: unknown;
      readonly parents: readonly { is: string }[];
    }>('select accesses, parents from sources where external_id = $1', ['closed']);
    expect(row?.accesses).toEqual([{ at: '2026-05-01T12:00:00.000Z', is: 'restricted' }]);
    expect(row?.parents.map(({ is }) => is)).toEqual([id('space')]);
  });
});
