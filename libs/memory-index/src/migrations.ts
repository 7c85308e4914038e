import type { Migration } from '#database';

/**
 * One row an indexed fact or message. Instants are milliseconds since 1970, as JavaScript compares them. A removed row
 * stays behind as a bare id with its position, so that an older upsert which comes late finds that it is too late.
 *
 * Every write takes the next turn and notes it as the `change` of its rows. The one row of `memory_index_turn` makes
 * writers wait for each other, so turns commit in their order and a reader that asks for later ones misses none.
 *
 * The components of a vector are whole numbers, 32,767 times those of the unit vector: half the text to send, a fifth of
 * the time to insert, the same cosine to six digits. In one piece as far as a page goes: out of line, a scan takes 3.5
 * times as long. Vectors have a table of their own, so that one can follow its row, and those of another model stand beside.
 */
export const memoryIndexMigrations: readonly Migration[] = [
  {
    name: '0070-memory-index',
    statements: [
      'create table memory_index_turn (turn bigint not null, generation bigint not null)',
      'insert into memory_index_turn values (0, 0)',
      `create table memory_index (
         memory_id text collate "C" primary key,
         position bigint not null,
         change bigint not null,
         removed boolean not null,
         kind text collate "C",
         tenant_id text collate "C",
         agent_id text collate "C",
         status text collate "C",
         visibility_scope text collate "C",
         sensitivity_rank float8,
         disclosure text collate "C",
         portable boolean,
         imported boolean,
         source_id text collate "C",
         source_type text collate "C",
         workspace_id text collate "C",
         speaker_entity_id text collate "C",
         owner_entity_id text collate "C",
         subject_entity_ids text[] not null default '{}',
         conversation_id text collate "C",
         memory_type text collate "C",
         trust text collate "C",
         importance float8,
         observed_at bigint,
         expires_at bigint,
         superseded_at bigint,
         metadata jsonb not null default '{}',
         terms text[] not null default '{}',
         term_counts smallint[] not null default '{}',
         doc_length integer not null default 0,
         embedding vector(512)
       )`,
      'alter table memory_index alter column embedding set storage plain',
      'create index memory_index_by_change on memory_index (change, memory_id)',
    ],
  },
  {
    name: '0072-memory-index-first-observed',
    statements: [
      'alter table memory_index add column first_observed_at bigint',
      'update memory_index set first_observed_at = observed_at',
    ],
  },
  {
    // A vector alone is more than the 2 KB above which Postgres moves whatever it can out of a row: every id and every
    // list became a row of its own elsewhere, nine an entry, and was looked up there at each reading.
    name: '0073-memory-index-whole-rows',
    statements: ['alter table memory_index set (toast_tuple_target = 4080)'],
  },
  {
    name: '0074-memory-index-withheld',
    statements: [`alter table memory_index add column withheld_from_ids text[] not null default '{}'`],
  },
  {
    name: '0075-memory-index-without-vector',
    statements: [
      `create index memory_index_without_vector on memory_index (memory_id)
         where kind = 'fact' and embedding is null and not removed and tenant_id is not null`,
    ],
  },
  {
    name: '0076-memory-index-settings',
    statements: [
      `alter table memory_index add column source_access text collate "C", add column source_history text collate "C",
         add column told_in text collate "C", add column heard_in text collate "C"`,
      // Of rows of before only their own place is known; they are written again with the rest.
      `update memory_index set source_access = 'restricted', source_history = 'since_joining', told_in = source_id where source_id is not null`,
    ],
  },
  {
    // Which model made the vectors that were in the rows, nobody noted. They are made again, those of facts from the cache.
    name: '0077-memory-index-vectors',
    statements: [
      'alter table memory_index drop column embedding, add column text_key text collate "C"',
      `create table memory_index_vectors (
         memory_id text collate "C" not null,
         model text collate "C" not null,
         change bigint not null,
         text_key text collate "C" not null,
         embedding vector not null,
         primary key (memory_id, model)
       )`,
      'alter table memory_index_vectors alter column embedding set storage external',
      'alter table memory_index_vectors set (toast_tuple_target = 8160)',
      'create index memory_index_vectors_by_change on memory_index_vectors (change, memory_id, model)',
      'alter table memory_index_turn add column answering text, add column building text',
    ],
  },
];

/** For a server, where searches run in SQL. The embedded engine is searched in the resident copy and would only pay. */
export const memoryIndexServerMigrations: readonly Migration[] = [
  {
    name: '0071-memory-index-search',
    statements: [
      'create index memory_index_by_term on memory_index using gin (terms) where not removed',
      'create index memory_index_by_subject on memory_index using gin (subject_entity_ids) where not removed',
      'create index memory_index_by_source on memory_index (source_id, observed_at) where not removed',
    ],
  },
];
