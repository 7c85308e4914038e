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
    /\b(?:freshRows|loadMemories|copiesOf|memoryColumns)\(|\b(?:saveRows|loadRows)\(\s*\w+,\s*(?:memories|messages|evidence)\b|\b(?:memories|messages)\.columns\b/u,
  'searches the index': /\bindex\s*\)?\s*\.search\(|MemoryIndex\b[^;]*\.search\(|\['search'\]/u,
  'reads the event log': /\.(?:readStream|readAll)\(|\blog\.(?:read|subscribe)\(/u,
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
