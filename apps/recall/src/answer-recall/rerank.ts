import type { Reranker } from '#embeddings';
import type { Fused } from '#retrieval';
import type { Ranked } from '../permitted/permitted.js';

/** So many are put in order again; what comes behind them keeps its place. */
const rerankedAtMost = 50;

/**
 * Facts in the order in which another model holds them to answer, among the places that facts had: what people wrote is sent to no
 * service elsewhere. INVARIANT: it is given rows that were allowed, and nothing else; where it fails, the order is as it was.
 */
export const reranked = async (
  reranker: Reranker | null,
  question: string,
  ranked: readonly Fused<Ranked>[],
  onOrderKept: (cause: unknown) => void,
): Promise<readonly Fused<Ranked>[]> => {
  const facts = ranked.slice(0, rerankedAtMost).filter(({ row }) => row.kind === 'fact');
  if (reranker === null || question === '' || facts.length < 2) return ranked;
  try {
    const rates = await reranker.rate(
      question,
      facts.map(({ row }) => row.decided.row.content ?? ''),
    );
    const order = facts
      .map((item, at) => ({ item, rate: rates[at] ?? 0 }))
      .sort((a, b) => b.rate - a.rate)
      .map(({ item }) => item);
    const places = new Set(facts);
    let next = 0;
    return ranked.map((item) => (places.has(item) ? (order[next++] ?? item) : item));
  } catch (cause) {
    onOrderKept(cause);
    return ranked;
  }
};
