import type { Sql } from '#database';
import { handleKeysOf } from '#identity';
import { nameForms } from './name-forms.js';

export interface NamedAlias {
  readonly alias_id: string;
  readonly tenant_id: string;
  readonly handle: string | null;
  readonly display_name: string | null;
}

/** No word of a text holds a colon: what finds candidates for a link is never found by a mention. */
const linkForm = 'link:';

/** One row of a btree holds 2,700 bytes, and letters of some alphabets take four. */
const longestKey = 300;

/** By which a handle is found by those that are like it. */
export const linkForms = (handle: string | null): readonly string[] =>
  handle === null
    ? []
    : handleKeysOf(handle)
        .filter((key) => key.length <= longestKey)
        .map((key) => `${linkForm}${key}`);

/** A row a form: a text has hundreds of words, and a join finds the few that name somebody faster than an inverted index. */
export const saveAliasForms = async (sql: Sql, aliases: readonly NamedAlias[]): Promise<void> => {
  const rows = aliases.flatMap((alias) =>
    [...nameForms(alias.handle ?? alias.display_name ?? ''), ...linkForms(alias.handle)].map((form) => ({
      ...alias,
      form,
    })),
  );
  if (rows.length === 0) return;
  await sql.query(
    `insert into entity_alias_forms (tenant_id, form, alias_id) select * from unnest($1::text[], $2::text[], $3::uuid[])
     on conflict do nothing`,
    [rows.map((row) => row.tenant_id), rows.map((row) => row.form), rows.map((row) => row.alias_id)],
  );
};
