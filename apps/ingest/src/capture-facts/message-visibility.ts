import type { Disclosure, Knobs, Sensitivity, Setting, VisibilityScope } from '#domain';
import type { FactExtractor, Extraction } from '#extraction';
import type { PeopleDecisions, MessageRow, PlaceView } from '#read-models';
import { defaultScope, idsMeant } from './resolved-fact.js';

export interface MessageVisibility {
  readonly scope: VisibilityScope;
  readonly sensitivity: Sensitivity;
  readonly disclosure: Disclosure;
  readonly withheldFromIds: string[];
  readonly setting: Setting | null;
}

export const undecided: PeopleDecisions = {
  isForgotten: false,
  isConfided: false,
  sensitivity: 0,
  withheldFromIds: [],
  isPrivate: false,
};

/** The same, where whoever some of these messages speak of asked to have all about them forgotten. */
export const decidedWith = (
  decided: ReadonlyMap<string, PeopleDecisions>,
  covered: ReadonlySet<string>,
): ReadonlyMap<string, PeopleDecisions> =>
  new Map([
    ...decided,
    ...[...covered].map((id): [string, PeopleDecisions] => [
      id,
      { ...(decided.get(id) ?? undecided), isForgotten: true },
    ]),
  ]);

/** Whoever may not hear a fact of it may not read the words, and neither those that say so. */
const withheldFrom = (row: MessageRow, reading: Extraction, decided: PeopleDecisions): string[] => {
  const refs = [
    ...reading.facts.flatMap((fact) => fact.withheldFrom),
    ...reading.directives.flatMap((directive) =>
      directive.kind === 'confide' || directive.kind === 'hush' ? directive.from : [],
    ),
  ];
  const ids = new Set([...idsMeant(refs), ...decided.withheldFromIds]);
  ids.delete(row.author_id);
  return [...ids].sort();
};

/**
 * Who may hear a message itself is decided as for a memory: its author is speaker, owner and subject; scope, sensitivity and disclosure come
 * from its place and its words. What an agent said is shared with the place.
 */
export const visibilityOf = (
  row: MessageRow,
  place: PlaceView,
  reading: Extraction,
  { extractor, knobs }: { readonly extractor: FactExtractor; readonly knobs: Knobs },
  decided: PeopleDecisions,
): MessageVisibility => {
  const isAgent = row.author_type === 'agent';
  const sensitivity = Math.max(
    decided.sensitivity,
    extractor.sensitivityOf(row.text ?? '', place.type === 'dm' ? 'alone' : 'among'),
    ...reading.facts.map((fact) => fact.sensitivity),
  ) as Sensitivity;
  const isForgotten =
    decided.isForgotten || reading.directives.some((directive) => directive.kind.startsWith('forget'));
  const isConfided =
    decided.isConfided ||
    reading.directives.some(
      (directive) =>
        directive.kind === 'confide' || (directive.kind === 'hush' && directive.from.length === 0),
    ) ||
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
