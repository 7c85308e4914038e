import type { Disclosure, Knobs, Rank, VisibilityScope } from '#domain';
import type { Extractor, Reading } from '#extraction';
import type { MessageRow, PlaceView } from '#read-models';
import { defaultScope } from './capture.js';

export interface Policed {
  readonly scope: VisibilityScope;
  readonly rank: Rank;
  readonly disclosure: Disclosure;
}

/**
 * A message is policed like a memory: its author is speaker, owner and subject; scope, sensitivity and disclosure come
 * from its place and its words. What an agent said is shared with the place.
 */
export const policedAs = (
  row: MessageRow,
  place: PlaceView,
  reading: Reading,
  { extractor, knobs }: { readonly extractor: Extractor; readonly knobs: Knobs },
): Policed => {
  const isAgent = row.author_type === 'agent';
  const rank = Math.max(extractor.rankOf(row.text ?? ''), ...reading.facts.map((fact) => fact.rank)) as Rank;
  const isConfided =
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
    scope: isAgent ? 'source_shared' : defaultScope({ tenantId: row.tenant_id, place, knobs }),
    rank,
    disclosure: isPrivate ? 'conversation_private' : 'public',
  };
};
