/** What no field of the contract expects, or every careless one falls for. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  "' OR '1'='1",
  "x'); drop table events; --",
  '$1',
  '%',
  '\\',
  '"}]}',
  '{"AND":[]}',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  'a\u0000b',
  '\ud800',
  'a\u202eb\u2028c',
  '👩‍👩‍👧‍👦'.repeat(20),
  'x'.repeat(600),
  'y'.repeat(40_000),
  '1989-12-31T23:59:59Z',
  '2999-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  'NaN',
  '<script>alert(1)</script>',
];

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [[]],
  { eq: 1 },
  { $ne: null },
  nested(70),
];

export type Path = readonly (string | number)[];

/** Every place of a document that holds something: its leaves, and the branches on the way to them. */
export const placesOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const keys: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) =>
    placesOf((value as Readonly<Record<string | number, unknown>>)[key], [...path, key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
};

export const replaced = (document: unknown, path: Path, value: unknown): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = (document as Readonly<Record<string | number, unknown>>)[first];
  const changed = replaced(inner, rest, value);
  return Array.isArray(document)
    ? document.map((item: unknown, at) => (at === first ? changed : item))
    : { ...(document as object), [first]: changed };
};
