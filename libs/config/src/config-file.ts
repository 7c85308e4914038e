import { isAlias, isMap, isPair, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';

export interface FileSettings {
  /** By dotted key; every value as the text that an environment variable would hold. */
  readonly values: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

const isPlain = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Reads `kith.config.yaml`. Faults name keys and lines, never values: the file may hold secrets. */
export const readSettingsFile = (yaml: string, name: string): FileSettings => {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { prettyErrors: false, lineCounter: lines, uniqueKeys: false });
  if (document.errors.length > 0)
    return {
      values: new Map(),
      faults: document.errors.map(
        (error) => `${name}: line ${lines.linePos(error.pos[0]).line} is not YAML (${error.code})`,
      ),
    };
  const values = new Map<string, string>();
  const faults: string[] = [];
  const read = (map: YAMLMap, prefix: string): void => {
    for (const pair of map.items) {
      const key = isPair(pair) && isScalar(pair.key) ? `${prefix}${String(pair.key.value)}` : null;
      const value = isAlias(pair.value) ? pair.value.resolve(document) : pair.value;
      if (key === null) faults.push(`${name}: a key under "${prefix}" is not a word`);
      else if (values.has(key)) faults.push(`${name}: ${key} is set twice`);
      else if (isMap(value)) read(value, `${key}.`);
      else if (isScalar(value) && isPlain(value.value)) values.set(key, String(value.value));
      else if (value !== null && !(isScalar(value) && value.value === null))
        faults.push(`${name}: ${key} must be a single value`);
    }
  };
  if (isMap(document.contents)) read(document.contents, '');
  else if (document.contents !== null && !(isScalar(document.contents) && document.contents.value === null))
    faults.push(`${name}: must hold keys and values`);
  return { values, faults };
};
