import { sourceTypes, type MemoryView, type Page } from '#domain';
import type { Api } from './api.js';
import { usageError } from './failure.js';
import { isUuid, type PersonRef } from './people.js';

export type PlaceRef =
  | { readonly source_id: string }
  | { readonly platform: string; readonly type: string; readonly external_id: string };

const pages = 10;

/** `platform:type:external id`; the platform and the id may hold colons themselves. */
export const parsePlace = (text: string): PlaceRef | null => {
  if (isUuid(text)) return { source_id: text };
  const parts = text.split(':');
  const at = parts.findIndex((part, index) => index > 0 && (sourceTypes as readonly string[]).includes(part));
  const external = parts.slice(at + 1).join(':');
  if (at < 0 || external === '') return null;
  return { platform: parts.slice(0, at).join(':'), type: parts[at] ?? '', external_id: external };
};

const bare = (name: string): string => name.replace(/^#/u, '').toLowerCase();

/** Places whose name is `name`, among those where something was learned. */
const placesCalled = async (api: Api, name: string): Promise<readonly string[]> => {
  const found = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { results, next_cursor } = await api.get<Page<MemoryView>>('/v1/memories', { limit: 200, cursor });
    for (const { source } of results)
      if (source?.name != null && source.type !== 'dm' && bare(source.name) === bare(name))
        found.add(source.source_id);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return [...found];
};

/**
 * The place behind `--in`. A bare name is looked up among the places of memories; one that is found nowhere is taken
 * for the external id of a group on the viewer's platform.
 */
export const resolvePlace = async (api: Api, name: string, viewer: PersonRef): Promise<PlaceRef> => {
  const exact = parsePlace(name);
  if (exact) return exact;
  const [first, ...others] = await placesCalled(api, name);
  if (first !== undefined && others.length === 0) return { source_id: first };
  if (first !== undefined) {
    const choices = [first, ...others].map((id) => `  ${id}`).join('\n');
    throw usageError(`--in ${name} may be any of ${others.length + 1} places. Choose one:\n${choices}`);
  }
  if ('platform' in viewer) return { platform: viewer.platform, type: 'group', external_id: name };
  throw usageError(
    `--in ${name}: no place is called so here. Give platform:type:id, as in --in discord:group:general`,
  );
};
