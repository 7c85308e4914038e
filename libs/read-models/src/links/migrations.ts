/** Which entities active links join, whatever the way from one to the other: asked in every answer. */
export const links = [
  `alter table identity_links add column is_strong boolean not null default false, add column conflict text,
     add column note text, add column position bigint not null default 0`,
  `create table identity_clusters (entity_id uuid primary key, cluster_id uuid not null)`,
  `create index identity_clusters_of on identity_clusters (cluster_id, entity_id)`,
];

/** Links that are followed, and asked about again. */
export const contestedLinks = [
  'alter table identity_links add column is_contested boolean not null default false',
];

/** What waits and what was decided of somebody is looked up for each account that is like theirs. */
export const linksByEnds = [
  'drop index identity_links_from',
  'drop index identity_links_to',
  'create index identity_links_from on identity_links (from_entity)',
  'create index identity_links_to on identity_links (to_entity)',
];
