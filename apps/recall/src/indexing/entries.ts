import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { Embedder } from '#embeddings';
import type { Embedding, IndexEntry } from '#memory-index';
import { freshRows, peopleById, type FreshRow } from '#read-models';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Names a text, so that its vector goes with it. */
export const textKeyOf = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Who is spoken of, who spoke, and when are part of what a memory can be found by. */
const searchTextOf = (row: FreshRow, nameOf: (entityId: string) => string | null): string => {
  const { subjectIds, speakerId, observedAt } = row.facts;
  const people = [...new Set([...subjectIds, ...(speakerId === null ? [] : [speakerId])])]
    .map(nameOf)
    .filter((name) => name !== null);
  const date = `${String(observedAt.getUTCDate())} ${months[observedAt.getUTCMonth()] ?? ''} ${String(observedAt.getUTCFullYear())}`;
  return [row.content ?? '', people.join(', '), date].join('\n');
};

const toEntry = (
  row: FreshRow,
  nameOf: (entityId: string) => string | null,
  embedding: Embedding | null,
): IndexEntry => {
  const { facts } = row;
  return {
    id: facts.memoryId,
    kind: row.kind,
    tenantId: facts.tenantId,
    agentId: facts.agentId,
    status: facts.status,
    scope: facts.scope,
    sensitivity: facts.sensitivity,
    disclosure: facts.disclosure,
    portable: facts.portable,
    imported: facts.imported,
    sourceId: facts.source?.sourceId ?? null,
    sourceType: facts.source?.type ?? null,
    sourceAccess: facts.source?.access ?? null,
    sourceHistory: facts.source?.history ?? null,
    toldIn: facts.source?.toldIn ?? null,
    heardIn: facts.source?.heardIn ?? null,
    workspaceId: facts.source?.workspaceId ?? null,
    speakerId: facts.speakerId,
    ownerId: facts.ownerId,
    subjectIds: facts.subjectIds,
    withheldFromIds: facts.withheldFromIds,
    conversationId: row.conversationId,
    memoryType: row.memoryType,
    trust: row.trust,
    importance: row.importance,
    observedAt: facts.observedAt,
    firstObservedAt: facts.firstObservedAt,
    expiresAt: facts.expiresAt,
    supersededAt: facts.supersededAt,
    metadata: row.metadata,
    position: row.position,
    searchText: searchTextOf(row, nameOf),
    // What was put away is found by its status alone.
    textKey: facts.status === 'archived' ? '' : textKeyOf(row.content ?? ''),
    embedding,
  };
};

/** An embedder that may be away. */
export interface DocumentEmbedder extends Pick<Embedder, 'hold'> {
  /** A vector a text, in their order; none, or null, for those that have to do without for now. */
  embed(texts: readonly string[]): Promise<readonly (Embedding | null)[]>;
  /** The same for texts of messages; absent: their vectors follow. */
  embedMessages?(texts: readonly string[]): Promise<readonly (Embedding | null)[]>;
}

/** Index rows of these facts and messages as they are now; what has no words left is not among them. */
export const entriesFor = async (
  database: Database,
  embedder: DocumentEmbedder | null,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly IndexEntry[]> => {
  const rows = [...(await freshRows(database, tenantId, ids)).values()].filter((row) => row.content !== null);
  const people = await peopleById(
    database,
    rows.flatMap((row) => [
      ...row.facts.subjectIds,
      ...(row.facts.speakerId === null ? [] : [row.facts.speakerId]),
    ]),
  );
  // What was put away is listed by its status, and needs no vector: nothing finds it.
  const facts = rows.filter((row) => row.kind === 'fact' && row.facts.status !== 'archived');
  const messages = rows.filter((row) => row.kind === 'message');
  const textsOf = (some: readonly FreshRow[]): readonly string[] => some.map((row) => row.content ?? '');
  // INVARIANT: no transaction is open here; an embedder may be a network away.
  const vectors = (await embedder?.embed(textsOf(facts))) ?? [];
  const saidVectors = (await embedder?.embedMessages?.(textsOf(messages))) ?? [];
  // A row that is gone, or has no words left, holds nothing any more.
  const textOf = new Map(ids.map((id): [string, string | null] => [id, null]));
  for (const row of facts) textOf.set(row.facts.memoryId, row.content);
  await embedder?.hold(textOf);
  const vectorOf = new Map([
    ...facts.map((row, index) => [row.facts.memoryId, vectors[index] ?? null] as const),
    ...messages.map((row, index) => [row.facts.memoryId, saidVectors[index] ?? null] as const),
  ]);
  return rows.map((row) =>
    toEntry(row, (id) => people.get(id)?.name ?? null, vectorOf.get(row.facts.memoryId) ?? null),
  );
};
