import type { Database } from '#database';
import type { Embedder } from '#embeddings';
import type { MemoryIndex } from '#memory-index';
import { indexable } from '#read-models';
import { entriesFor, type DocumentEmbedder } from './entries.js';

const pageSize = 400;

/** By words alone from its first failure on: an index without some vectors is better than none, and they follow. */
const whileItAnswers = (embedder: Embedder | null): DocumentEmbedder => {
  let asked = embedder;
  return {
    embed: async (texts) => {
      try {
        const { model } = asked ?? { model: '' };
        const vectors = (await asked?.embed(texts, 'document')) ?? [];
        return vectors.map((vector) => ({ model, vector }));
      } catch {
        asked = null;
        return [];
      }
    },
    hold: async (textOf) => embedder?.hold(textOf),
  };
};

/** Empties the index and fills it from the read models; returns how many entries it holds. Vectors of messages follow when it serves. */
export const rebuildIndex = async (parts: {
  readonly database: Database;
  readonly index: MemoryIndex;
  readonly embedder: Embedder | null;
}): Promise<number> => {
  await parts.index.clear();
  if (parts.embedder) await parts.index.useModels({ answering: parts.embedder.model, building: null });
  const embedder = whileItAnswers(parts.embedder);
  let after = '00000000-0000-0000-0000-000000000000';
  let count = 0;
  for (;;) {
    const rows = await indexable(parts.database, after, pageSize);
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    for (const tenantId of new Set(rows.map((row) => row.tenant_id))) {
      const ids = rows.filter((row) => row.tenant_id === tenantId).map((row) => row.id);
      const entries = await entriesFor(parts.database, embedder, tenantId, ids);
      await parts.index.upsert(entries);
      count += entries.length;
    }
  }
};
