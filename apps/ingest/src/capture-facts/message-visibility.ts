import type { Sql } from '#database';
import type { Disclosure, Knobs, Sensitivity, Setting, VisibilityScope } from '#domain';
import type { FactExtractor, Extraction } from '#extraction';
import type { MessageRow, PlaceView } from '#read-models';
import { defaultScope, idsMeant } from './resolved-fact.js';

export interface MessageVisibility {
  readonly scope: VisibilityScope;
  readonly sensitivity: Sensitivity;
  readonly disclosure: Disclosure;
  readonly withheldFromIds: string[];
  readonly setting: Setting | null;
}

/** What people decided about the facts of a message. */
export interface Decided {
  readonly isForgotten: boolean;
  readonly isConfided: boolean;
  /** How delicate they said it is, whom they keep it from, and whether to its own people alone. */
  readonly sensitivity: Sensitivity;
  readonly withheldFromIds: readonly string[];
  readonly isPrivate: boolean;
}

export const undecided: Decided = {
  isForgotten: false,
  isConfided: false,
  sensitivity: 0,
  withheldFromIds: [],
  isPrivate: false,
};

/** The same, where whoever some of these messages speak of asked to have all about them forgotten. */
export const decidedWith = (
  decided: ReadonlyMap<string, Decided>,
  covered: ReadonlySet<string>,
): ReadonlyMap<string, Decided> =>
  new Map([
    ...decided,
    ...[...covered].map((id): [string, Decided] => [
      id,
      { ...(decided.get(id) ?? undecided), isForgotten: true },
    ]),
  ]);

interface DecidedRow {
  readonly record_id: string;
  readonly forgotten: boolean;
  readonly confided: boolean;
  readonly private: boolean;
  readonly sensitivity: number;
  readonly withheld_from: readonly string[];
}

/** Of these messages, those of whose facts a person decided something. */
export const decidedOf = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Decided>> => {
  const rows = await sql.query<DecidedRow>(
    `select e.record_id, bool_or(m.status = 'forgotten' and e.observed_at <= m.forgotten_at) as forgotten,
       bool_or(m.corrected and m.disclosure = 'conversation_private') as confided,
       bool_or(m.corrected and m.visibility_scope = 'private_subject') as private,
       coalesce(max(m.sensitivity_rank) filter (where m.corrected), 0) as sensitivity,
       (select coalesce(array_agg(distinct kept), '{}') from memory_evidence own join memories held using (memory_id),
         unnest(held.withheld_from_ids) as kept where own.record_id = e.record_id) as withheld_from
     from memory_evidence e join memories m using (memory_id)
     where e.record_id = any($1::uuid[]) and (m.status = 'forgotten' or m.corrected) group by e.record_id`,
    [recordIds],
  );
  return new Map(
    rows.map((row): [string, Decided] => [
      row.record_id,
      {
        isForgotten: row.forgotten,
        isConfided: row.confided,
        sensitivity: row.sensitivity as Sensitivity,
        withheldFromIds: row.withheld_from,
        isPrivate: row.private,
      },
    ]),
  );
};

/** Whoever may not hear a fact of it may not read the words, and neither those that say so. */
const withheldFrom = (row: MessageRow, reading: Extraction, decided: Decided): string[] => {
  const refs = [
    ...reading.facts.flatMap((fact) => fact.withheldFrom),
    ...reading.directives.flatMap((directive) => (directive.kind === 'confide' ? directive.from : [])),
  ];
  const ids = new Set([...idsMeant(refs), ...decided.withheldFromIds]);
  ids.delete(row.author_id);
  return [...ids].sort();
};

/**
 * A message is policed like a memory: its author is speaker, owner and subject; scope, sensitivity and disclosure come
 * from its place and its words. What an agent said is shared with the place.
 */
export const visibilityOf = (
  row: MessageRow,
  place: PlaceView,
  reading: Extraction,
  { extractor, knobs }: { readonly extractor: FactExtractor; readonly knobs: Knobs },
  decided: Decided,
): MessageVisibility => {
  const isAgent = row.author_type === 'agent';
  const sensitivity = Math.max(
    decided.sensitivity,
    extractor.sensitivityOf(row.text ?? ''),
    ...reading.facts.map((fact) => fact.sensitivity),
  ) as Sensitivity;
  const isForgotten =
    decided.isForgotten || reading.directives.some((directive) => directive.kind.startsWith('forget'));
  const isConfided =
    decided.isConfided ||
    reading.directives.some((directive) => directive.kind === 'confide') ||
    reading.facts.some((fact) => fact.disclosure === 'conversation_private');
  const isAboutOthers = reading.facts.some((fact) =>
    fact.subjects.some((subject) => subject.kind !== 'entity' || subject.entityId !== row.author_id),
  );
  const isPrivate =
    place.isConfined ||
    isConfided ||
    (place.type === 'dm' && isAboutOthers && knobs['privacy.dm_third_party'] === 'conversation_private');
  return {
    scope: isAgent
      ? 'source_shared'
      : decided.isPrivate
        ? 'private_subject'
        : defaultScope({ tenantId: row.tenant_id, place, knobs }),
    // Nobody holds a grant for it: what was to be forgotten is told to nobody, and neither is the order to forget it.
    sensitivity: isForgotten ? 3 : sensitivity,
    disclosure: isPrivate ? 'conversation_private' : 'public',
    withheldFromIds: withheldFrom(row, reading, decided),
    setting: place.setting,
  };
};
