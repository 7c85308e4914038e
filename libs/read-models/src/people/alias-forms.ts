import type { Sql } from '#database';
import { nameForms } from './name-forms.js';

export interface NamedAlias {
  readonly alias_id: string;
  readonly tenant_id: string;
  readonly handle: string | null;
  readonly display_name: string | null;
}

/** A row a form: a text has hundreds of words, and a join finds the few that name somebody faster than an inverted index. */
export const saveAliasForms = async (sql: Sql, aliases: readonly NamedAlias[]): Promise<void> => {
  const rows = aliases.flatMap((alias) =>
    nameForms(alias.handle ?? alias.display_name ?? '').map((form) => ({ ...alias, form })),
  );
  if (rows.length === 0) return;
  await sql.query(
    `insert into entity_alias_forms (tenant_id, form, alias_id) select * from unnest($1::text[], $2::text[], $3::uuid[])
     on conflict do nothing`,
    [rows.map((row) => row.tenant_id), rows.map((row) => row.form), rows.map((row) => row.alias_id)],
  );
};
