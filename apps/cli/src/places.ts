import { nearestWord } from '#config';
import type { MemoryView, Page } from '#contracts';
import { sourceTypes } from '#domain';
import { foldName } from '#identity';
import type { Api } from './api.js';
import { usageError } from './failure.js';
import { isUuid } from './people.js';

export type PlaceArgument =
  | { readonly source_id: string }
  | { readonly platform: string; readonly type: string; readonly external_id: string };

const pages = 50;

/** `platform:type:external id`; the platform and the id may hold colons themselves. */
export const parsePlace = (text: string): PlaceArgument | null => {
  if (isUuid(text)) return { source_id: text };
  const parts = text.split(':');
  const at = parts.findIndex((part, index) => index > 0 && (sourceTypes as readonly string[]).includes(part));
  const external = parts.slice(at + 1).join(':');
  if (at < 0 || external === '') return null;
  return { platform: parts.slice(0, at).join(':'), type: parts[at] ?? '', external_id: external };
};

const bare = (name: string): string => foldName(name.replace(/^#/u, ''));

interface NamedPlace {
  readonly sourceId: string;
  readonly name: string;
}

/** Places where something was learned, by their names. */
const placesOf = async (api: Api): Promise<readonly NamedPlace[]> => {
  const found = new Map<string, NamedPlace>();
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { results, next_cursor } = await api.get<Page<MemoryView>>('/v1/memories', { limit: 200, cursor });
    for (const { source } of results)
      if (source?.name != null && source.type !== 'dm')
        found.set(source.source_id, { sourceId: source.source_id, name: source.name });
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return [...found.values()];
};

const mostNamed = 5;

/** What may have been meant: names that are nearly so, or hold what was written. */
const near = (name: string, places: readonly NamedPlace[]): readonly string[] => {
  const names = [...new Set(places.map((place) => place.name))].sort();
  const nearest = nearestWord(
    bare(name),
    names.map((known) => bare(known)),
  );
  return names
    .filter(
      (known) =>
        bare(known) === nearest || bare(known).includes(bare(name)) || bare(name).includes(bare(known)),
    )
    .slice(0, mostNamed);
};

const unknown = (name: string, places: readonly NamedPlace[]): string => {
  const alike = near(name, places);
  const hint = alike.length > 0 ? `Did you mean ${alike.join(', ')}?` : 'Nothing here is called nearly so.';
  return `--in ${name}: no place is called so here. ${hint} A place may also be given as platform:type:id, as in --in discord:group:general`;
};

/** The place behind `--in`. A bare name is looked up among the places of memories: one that is misspelt is nowhere. */
export const resolvePlace = async (api: Api, name: string): Promise<PlaceArgument> => {
  const exact = parsePlace(name);
  if (exact) return exact;
  const places = await placesOf(api);
  const [first, ...others] = places.filter((place) => bare(place.name) === bare(name));
  if (first === undefined) throw usageError(unknown(name, places));
  if (others.length === 0) return { source_id: first.sourceId };
  const choices = [first, ...others].map(({ sourceId }) => `  ${sourceId}`).join('\n');
  throw usageError(`--in ${name} may be any of ${others.length + 1} places. Choose one:\n${choices}`);
};
