type Path = readonly string[];

const datesIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (value instanceof Date) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => datesIn(inner, [...path, key]));
};

const withDate = (holder: unknown, path: Path): void => {
  const [key = '', ...rest] = path;
  const fields = holder as Record<string, unknown>;
  if (rest.length > 0) withDate(fields[key], rest);
  else fields[key] = new Date(fields[key] as string);
};

/** JSON, with the places of dates beside it: a text that looks like a date stays a text. */
export const toWire = (value: unknown): Uint8Array => {
  const carried = { value };
  return Buffer.from(JSON.stringify({ ...carried, dates: datesIn(carried) }));
};

export const fromWire = (bytes: Uint8Array): unknown => {
  const { dates, ...carried } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly value: unknown;
    readonly dates: readonly Path[];
  };
  for (const path of dates) withDate(carried, path);
  return carried.value;
};
