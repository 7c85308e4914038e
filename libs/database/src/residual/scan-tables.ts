import type { Sql } from '../database.js';
import type { Needles } from './needles.js';

/** A place where values stand that should be gone. */
export interface Residue {
  readonly table: string;
  readonly column: string;
  readonly values: ReadonlySet<string>;
}

export interface TablesScan {
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
}

/** From the catalogue: a table that is added later is looked through as well. What the planner noted of values is one of them. */
const catalogue = `
  select format('%I.%I', n.nspname, c.relname) as name,
         coalesce(array_agg(a.attname) filter (where t.typname = 'bytea'), '{}')::text[] as binary,
         coalesce(array_agg(a.attname) filter (where t.typname = 'vector' or t.typcategory in ('N', 'D', 'B')), '{}')::text[] as wordless,
         bool_or(a.attname = 'tenant_id') as has_tenant
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where (c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
      or (n.nspname = 'pg_catalog' and c.relname = 'pg_stats')
   group by 1 order by 1`;

const pageSize = 1_000;

interface ScannedRow {
  readonly place: string;
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

const scanTable = async (
  sql: Sql,
  { name, binary, wordless, has_tenant: hasTenant }: TableColumns,
  tenantId: string,
  needles: Needles,
): Promise<{ readonly rows: number; readonly residues: readonly Residue[] }> => {
  const residues: Residue[] = [];
  let rows = 0;
  const isView = isPlanners(name);
  const place = isView ? `'(0,0)'` : 'x.ctid::text';
  let after: string | null = '(0,0)';
  while (after !== null) {
    const page: readonly ScannedRow[] = await sql.query<ScannedRow>(
      `select ${place} as place, (to_jsonb(x) - $1::text[])::text as words${binary.map((column) => `, ${quoted(column)}`).join('')}
         from ${name} x where ${isView ? `x.schemaname not in ('pg_catalog', 'information_schema') and $2::text is not null` : 'x.ctid > $2::tid'}
           and ${hasTenant ? 'x.tenant_id = $3' : '$3::text is not null'}
        ${isView ? '' : 'order by x.ctid'} limit ${isView ? 'all' : String(pageSize)}`,
      [[...binary, ...wordless], after, tenantId],
    );
    for (const row of page) {
      rows += 1;
      const words = Buffer.from(row.words);
      if (needles.in(words).size > 0) residues.push(...residuesIn(name, row.words, needles));
      for (const column of binary) {
        const bytes = row[column];
        const values = bytes instanceof Uint8Array ? needles.in(bytes) : new Set<string>();
        if (values.size > 0) residues.push({ table: name, column, values });
      }
    }
    after = isView || page.length < pageSize ? null : (page.at(-1)?.place ?? null);
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
