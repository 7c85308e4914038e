/** What is to be destroyed, and how far that has come; ids and counts alone. */
export const erasures = [
  'alter table messages add column erased_at timestamptz',
  `create table erasures (
    erasure_id uuid primary key, tenant_id text not null, kind text not null, entity_ids uuid[] not null, source_ids uuid[] not null,
    is_own boolean not null, key_id text, ordered_at timestamptz not null, phase text not null, status text not null,
    names_of uuid[] not null, places_of uuid[] not null, known jsonb not null, counts jsonb not null, residual jsonb,
    receipt jsonb, own_receipt jsonb, finished_at timestamptz, position bigint not null)`,
  `create index erasures_of on erasures using gin (entity_ids)`,
  `create table erasure_targets (erasure_id uuid not null, what text not null, id uuid not null, primary key (erasure_id, what, id))`,
];
