import type { Sql } from '#database';

/** Columns of a table with their Postgres types, in one place, for reading and writing whole rows. */
export interface Table<Row extends object> {
  readonly name: string;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Readonly<Record<keyof Row & string, string>>;
}

const toJson = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** As `jsonb_to_recordset` takes them. */
export const toJsonRows = (rows: readonly object[]): string => JSON.stringify(rows, toJson);

const recordset = <Row extends object>(table: Table<Row>): string =>
  Object.entries(table.columns)
    .map(([name, type]) => `${name} ${String(type)}`)
    .join(', ');

/** Inserts rows, or replaces those with the same key, in one statement. */
export const saveRows = async <Row extends object>(
  sql: Sql,
  table: Table<Row>,
  rows: Iterable<Row>,
): Promise<void> => {
  const all = [...rows];
  if (all.length === 0) return;
  const names = Object.keys(table.columns);
  const changed = names.filter((name) => !(table.key as readonly string[]).includes(name));
  const onConflict =
    changed.length === 0
      ? 'do nothing'
      : `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  await sql.query(
    `insert into ${table.name} (${names.join(', ')})
     select ${names.join(', ')} from jsonb_to_recordset($1::jsonb) as fresh(${recordset(table)})
     on conflict (${table.key.join(', ')}) ${onConflict}`,
    [toJsonRows(all)],
  );
};

/** Rows whose first key column is one of these ids. */
export const loadRows = async <Row extends object>(
  sql: Sql,
  table: Table<Row>,
  ids: readonly string[],
): Promise<readonly Row[]> => {
  const [key] = table.key;
  if (ids.length === 0 || key === undefined) return [];
  return sql.query<Row>(
    `select ${Object.keys(table.columns).join(', ')} from ${table.name} where ${key} = any($1::${table.columns[key]}[])`,
    [[...new Set(ids)]],
  );
};

export const byKey = <Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row> => {
  const map = new Map<Key, Row>();
  for (const row of rows) map.set(keyOf(row), row);
  return map;
};

export const latest = (a: Date, b: Date): Date => (a.getTime() >= b.getTime() ? a : b);
export const earliest = (a: Date, b: Date): Date => (a.getTime() <= b.getTime() ? a : b);

export const groupBy = <Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};
