import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Source {
  readonly path: string;
  readonly text: string;
}

const isProduction = (path: string): boolean =>
  /\.ts$/u.test(path) && !/\.spec\.ts$|\/testing\/|^libs\/testing\//u.test(path);

/** What runs for people: apps and libs, without their tests. */
export const productionSources = (): readonly Source[] =>
  ['apps', 'libs'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, path))
      .filter(isProduction)
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );

const keptTables = 'memories|memory_evidence|messages|message_revisions|event_outcomes|memory_index|events';

/** Ways to the words of a memory. Each is open to the files that are named for it, and to no other. */
export const ways = {
  'says SQL on the tables that hold memories or messages': new RegExp(
    `\\b(?:from|join|update|into)\\s+(?:only\\s+)?(?:${keptTables})\\b|rowsOf\\('(?:${keptTables})`,
    'iu',
  ),
  'reads whole rows of them':
    /\b(?:freshRows|nextUnread|unreadMessage|loadMemories|copiesOf|memoryColumns|ownMemories|everythingOf|memoriesSaidIn|memoriesStatedNaming|memoriesDecidedAmong|memoriesByTopic|factsSaidIn|messageRow|messages(?:Before|RepliedTo|Holding|Naming))\(|\b(?:saveRows|loadRows)\(\s*\w+,\s*(?:memories|messages|evidence)\b|\b(?:memories|messages)\.columns\b/u,
  'searches the index': /\bindex\s*\)?\s*\.search\(|MemoryIndex\b[^;]*\.search\(|\['search'\]/u,
  'reads the event log': /\.(?:readStreams?|readAll)\(|\blog\.(?:read|subscribe)\(/u,
  'decides by itself': /\bdecide\(|\bplanRead\(/u,
} as const satisfies Readonly<Record<string, RegExp>>;
export type Way = keyof typeof ways;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/(^|\s)\/\/.*$/gmu, '$1');

/** Which files go this way. */
export const goers = (sources: readonly Source[], way: Way): readonly string[] =>
  sources
    .filter(({ text }) => ways[way].test(withoutComments(text)))
    .map(({ path }) => path)
    .sort();

const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Which folder made each table: the one whose migrations do. */
export const tableOwners = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/\bcreate table (?:if not exists )?(?!if\b)(\w+)/giu)].map(
        (made) => [made[1] ?? '', roomOf(path)] as const,
      ),
    ),
  );

/** Tables of others that each file's SQL names. */
export const strangersTables = (
  sources: readonly Source[],
  owners: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> => {
  const names = [...owners.keys()].join('|');
  const naming = new RegExp(
    `\\b(?:from|join|update|into|using|table|truncate)\\s+(?:only\\s+)?(${names})\\b|,\\s*(${names})\\s+(?:as\\s+)?[a-z]{1,3}\\b|'(${names})'::regclass`,
    'giu',
  );
  const tablesIn = ({ path, text }: Source): readonly string[] =>
    [...withoutComments(text).matchAll(naming)]
      .map((found) => (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase())
      .filter((table) => owners.get(table) !== roomOf(path));
  return new Map(
    sources
      .map((source) => [source.path, [...new Set(tablesIn(source))].sort()] as const)
      .filter(([, tables]) => tables.length > 0),
  );
};
