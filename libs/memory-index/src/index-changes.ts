import { type IndexRow, columns } from './index-rows.js';

const loaded = columns.filter((column) => !['position', 'removed'].includes(column));

/** A row comes as one JSON value: a fraction of the time that its columns take one by one. */
export const changesSql = `select change, memory_id, removed,
    case when not removed then json_build_array(${loaded.join(', ')}) end as fields
  from memory_index where (change, memory_id) > ($1::bigint, $2::text) and change <= $3::bigint
  order by change, memory_id limit $4::bigint`;

export interface Change {
  readonly change: string;
  readonly memory_id: string;
  readonly removed: boolean;
  readonly fields: readonly unknown[] | null;
}

export const vectorChangesSql = `select change, memory_id, model, text_key, encode(vector_send(embedding), 'base64') as embedding
  from memory_index_vectors where (change, memory_id, model) > ($1::bigint, $2::text, $3::text) and change <= $4::bigint
  order by change, memory_id, model limit $5::bigint`;

export interface VectorChange {
  readonly change: string;
  readonly memory_id: string;
  readonly model: string;
  readonly text_key: string;
  readonly embedding: string;
}

/** The row of a change; null when it was removed. */
export const changedRow = ({ fields }: Change): IndexRow | null => {
  if (fields === null) return null;
  // Given all its columns at once, and always in one order: objects made entry by entry are slow to read.
  const row: Record<string, unknown> = { ...absent };
  for (let at = 0; at < loaded.length; at += 1) row[loaded[at] ?? ''] = fields[at];
  return row as unknown as IndexRow;
};

const absent = Object.fromEntries(loaded.map((column) => [column, null]));

const vectorHeader = 4;
/** As `vector_send` writes it: big-endian floats behind four bytes. */
export const vectorOfBase64 = (text: string): Int16Array => {
  const bytes = Buffer.from(text, 'base64');
  const floats = new DataView(bytes.buffer, bytes.byteOffset + vectorHeader, bytes.byteLength - vectorHeader);
  const whole = new Int16Array(floats.byteLength / 4);
  for (let at = 0; at < whole.length; at += 1) whole[at] = floats.getFloat32(at * 4);
  return whole;
};
