import type { Migration } from '#database';

export const messagingMigrations: readonly Migration[] = [
  {
    name: '0020-messaging',
    statements: [
      `create table bus_messages (
         kind text not null,
         sequence bigint generated always as identity,
         tenant_id text not null,
         key text not null,
         id text not null,
         headers jsonb not null,
         body bytea not null,
         stored_at timestamptz not null default now(),
         primary key (kind, sequence)
       )`,
      // Outlives its message: what was handled and deleted is still a duplicate when it comes again.
      `create table bus_fingerprints (
         fingerprint uuid primary key,
         stored_at timestamptz not null default now()
       )`,
      `create index bus_fingerprints_stored_at on bus_fingerprints using brin (stored_at)`,
      `create table bus_consumers (
         name text primary key,
         kind text not null,
         position bigint not null default 0,
         running bigint[] not null default '{}',
         lease_owner uuid,
         lease_until timestamptz
       )`,
      // What a consumer could not handle yet, and behind it the later ones of its key.
      `create table bus_held (
         consumer text not null references bus_consumers (name),
         sequence bigint not null,
         kind text not null,
         tenant_id text not null,
         key text not null,
         attempts integer not null,
         state text not null check (state in ('waiting', 'parked')),
         due_at timestamptz not null,
         cause text not null,
         parked_at timestamptz,
         primary key (consumer, sequence)
       )`,
      `create index bus_held_by_key on bus_held (consumer, tenant_id, key, sequence)`,
      `create index bus_held_by_message on bus_held (kind, sequence)`,
    ],
  },
  {
    // What is parked stands alone: what was parked for standing behind it is delivered.
    name: '0021-parked-alone',
    statements: [
      `update bus_held set state = 'waiting', attempts = 0, due_at = '-infinity', parked_at = null
        where state = 'parked' and cause = 'behind a message of its key'`,
      `create index bus_held_parked on bus_held (kind, sequence) where state = 'parked'`,
    ],
  },
];
