/** How a source stood at an instant, as JSON. */
export const settingAt = (source: string, instant: string): string =>
  `(select piece - '{from,to}'::text[] from jsonb_array_elements(${source}.settings) as piece
    where (piece ->> 'from' is null or (piece ->> 'from')::timestamptz <= ${instant})
      and (piece ->> 'to' is null or (piece ->> 'to')::timestamptz > ${instant}) limit 1)`;

/** As it is kept with what was said then: nothing, while nobody knew what the place hangs under. */
export const keptSetting = (source: string, instant: string): string =>
  `(select case when (stood ->> 'isStray')::boolean then null else stood - 'isStray' end
    from (select ${settingAt(source, instant)} as stood) as standing)`;
