/** What waits for a person to decide, and what was decided. */
export const reviews = [
  `create table review_items (
    review_id uuid primary key, tenant_id text not null, kind text not null, status text not null, confidence real not null,
    memory_ids uuid[] not null, candidates uuid[] not null, choice uuid, claimant_id uuid, reason text, proposed_by text not null,
    decided_by text, note text, created_at timestamptz not null, decided_at timestamptz, position bigint not null)`,
  `create index review_items_waiting on review_items (tenant_id, status, position)`,
  `alter table memories add column set_aside_in uuid`,
];
