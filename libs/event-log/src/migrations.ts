import type { Migration } from '#database';

export const eventLogMigrations: readonly Migration[] = [
  {
    name: '0010-event-log',
    statements: [
      `create table events (
        position bigint generated always as identity primary key,
        transaction_id xid8 not null default pg_current_xact_id(),
        tenant_id text not null,
        stream text not null,
        version integer not null,
        type text not null,
        schema_version integer not null,
        data jsonb not null,
        metadata jsonb not null,
        occurred_at timestamptz not null,
        recorded_at timestamptz not null
      )`,
      `create unique index events_stream on events (tenant_id, stream, version)`,
      `create index events_reading_order on events (transaction_id, position)`,
      `create table commands (
        tenant_id text not null,
        command_id text not null,
        result jsonb not null,
        recorded_at timestamptz not null,
        primary key (tenant_id, command_id)
      )`,
      // A destroyed key leaves its row, so that no later event of the record is sealed with a new one.
      `create table record_keys (record_id uuid primary key, secret bytea)`,
      `create table checkpoints (
        name text primary key,
        transaction_id xid8 not null,
        position bigint not null,
        updated_at timestamptz not null default now()
      )`,
      // An event once appended is never changed; not even by mistake.
      `create function refuse_change() returns trigger language plpgsql as
        $$ begin raise exception 'the event log is append-only'; end $$`,
      `create trigger events_append_only before update or delete on events
        for each row execute function refuse_change()`,
      `create trigger events_never_truncated before truncate on events
        for each statement execute function refuse_change()`,
    ],
  },
  {
    name: '0011-id-key',
    statements: [
      // One row. It is made at the first write and not here: stores that begin as copies of one template share no key.
      `create table id_key (is_only boolean primary key default true check (is_only), secret bytea)`,
      // What holds events already derived their ids without a secret, and has to meet them again.
      `insert into id_key (secret) select null where exists (select from events)`,
    ],
  },
  {
    name: '0012-projection-versions',
    statements: [`create table projection_versions (name text primary key, version integer not null)`],
  },
  {
    name: '0013-leased-subscriptions',
    statements: ['alter table checkpoints add column lease_owner uuid, add column lease_until timestamptz'],
  },
  {
    name: '0014-key-generations',
    statements: [
      'alter table record_keys add column generation integer not null default 0',
      // One row, made when something is signed first: stores that begin as copies of one template share no key.
      'create table signing_key (is_only boolean primary key default true check (is_only), private_key bytea not null)',
    ],
  },
];
