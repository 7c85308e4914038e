import type { Sql } from '../database.js';
import type { Needles } from './needles.js';

/** A place where values stand that should be gone. */
export interface Residue {
  readonly table: string;
  readonly column: string;
  readonly values: ReadonlySet<string>;
}

interface TablesScan {
  readonly tables: number;
  readonly rows: number;
  readonly residues: readonly Residue[];
}

interface TableColumns {
  readonly name: string;
  readonly binary: readonly string[];
  /** Numbers, times and vectors hold no words. */
  readonly wordless: readonly string[];
  readonly has_tenant: boolean;
  /** Of its file; of a view one. */
  readonly blocks: number;
}

/** From the catalogue: a table that is added later is looked through as well. What the planner noted of values is one of them. */
const catalogue = `
  select format('%I.%I', n.nspname, c.relname) as name,
         coalesce(array_agg(a.attname) filter (where t.typname = 'bytea'), '{}')::text[] as binary,
         coalesce(array_agg(a.attname) filter (where t.typname = 'vector' or t.typcategory in ('N', 'D', 'B')), '{}')::text[] as wordless,
         bool_or(a.attname = 'tenant_id') as has_tenant,
         greatest(1, case when c.relkind = 'v' then 1 else pg_relation_size(c.oid) / current_setting('block_size')::int end)::int as blocks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where (c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
      or (n.nspname = 'pg_catalog' and c.relname = 'pg_stats')
   group by c.oid, 1 order by 1`;

/** A megabyte: others come in between. */
const blocksTogether = 128;

interface ScannedRow {
  readonly words: string;
  readonly [binary: string]: unknown;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const isPlanners = (table: string): boolean => table.endsWith('.pg_stats');

/** A document in a row is looked through by its fields. */
const piecesOf = (column: string, value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, inner]) => [`${column}.${key}`, inner] as const)
    : [[column, value]];

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** What the planner noted is of a column of another table. */
const notedOf = (row: Readonly<Record<string, unknown>>): Pick<Residue, 'table' | 'column'> => ({
  table: `pg_stats of ${String(row['tablename'])}`,
  column: String(row['attname']),
});

/** In which columns of a row, and of the documents in it, the values stand. */
const residuesIn = (table: string, words: string, needles: Needles): readonly Residue[] => {
  const row = JSON.parse(words) as Readonly<Record<string, unknown>>;
  if (isPlanners(table)) return [{ ...notedOf(row), values: needles.in(Buffer.from(words)) }];
  return Object.entries(row)
    .flatMap(([column, value]) => piecesOf(column, value))
    .map(([column, value]) => ({ table, column, values: needles.in(Buffer.from(textOf(value))) }))
    .filter(({ values }) => values.size > 0);
};

const residuesOf = (
  row: ScannedRow,
  { name, binary }: TableColumns,
  needles: Needles,
): readonly Residue[] => {
  const inWords = needles.in(Buffer.from(row.words)).size > 0 ? residuesIn(name, row.words, needles) : [];
  const inBytes = binary.flatMap((column): Residue[] => {
    const bytes = row[column];
    const values = bytes instanceof Uint8Array ? needles.in(bytes) : new Set<string>();
    return values.size === 0 ? [] : [{ table: name, column, values }];
  });
  return [...inWords, ...inBytes];
};

const scanTable = async (
  sql: Sql,
  table: TableColumns,
  tenantId: string,
  needles: Needles,
): Promise<{ readonly rows: number; readonly residues: readonly Residue[] }> => {
  const { name, binary, wordless, blocks, has_tenant: hasTenant } = table;
  const isView = isPlanners(name);
  const residues: Residue[] = [];
  let rows = 0;
  // By blocks and in no order: asked for in order, each page would sort all that comes behind it.
  for (let from = 0; from < blocks; from += blocksTogether) {
    const part = isView
      ? `x.schemaname not in ('pg_catalog', 'information_schema') and $2::text < $3::text`
      : 'x.ctid >= $2::tid and x.ctid < $3::tid';
    const page = await sql.query<ScannedRow>(
      `select (to_jsonb(x) - $1::text[])::text as words${binary.map((column) => `, ${quoted(column)}`).join('')}
         from ${name} x where ${part} and ${hasTenant ? 'x.tenant_id = $4' : '$4::text is not null'}`,
      [[...binary, ...wordless], `(${String(from)},0)`, `(${String(from + blocksTogether)},0)`, tenantId],
    );
    rows += page.length;
    for (const row of page) residues.push(...residuesOf(row, table, needles));
  }
  return { rows, residues };
};

/** Looks through every table, as far as its rows are this tenant's or nobody's, for these values. */
export const scanTables = async (sql: Sql, tenantId: string, needles: Needles): Promise<TablesScan> => {
  const tables = await sql.query<TableColumns>(catalogue);
  let rows = 0;
  const residues: Residue[] = [];
  for (const table of tables) {
    const scanned = await scanTable(sql, table, tenantId, needles);
    rows += scanned.rows;
    residues.push(...scanned.residues);
  }
  return { tables: tables.length, rows, residues };
};
