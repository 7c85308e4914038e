import type { Passage } from './readable.js';

/** So many passages of a message are read for facts: 4,500 characters, more than most platforms let anybody send. */
const most = 3;

const self = /(?<![\p{L}\p{N}])(?:i|i'?m|i'?ve|i'll|my|me|we|we'?re|we'?ve|our|us)(?![\p{L}\p{N}])/gu;
const weightOf = ({ text }: Passage): number => text.toLowerCase().match(self)?.length ?? 0;

/**
 * The passages that are read for what they state: all of an ordinary message; of a longer one, which somebody pasted, its
 * first and those in which the writer speaks most of themselves.
 */
export const toldMost = (passages: readonly Passage[]): ReadonlySet<Passage> => {
  if (passages.length <= most) return new Set(passages);
  const [first, ...others] = passages.map((passage, order) => ({
    passage,
    order,
    weight: weightOf(passage),
  }));
  const next = others.sort((a, b) => b.weight - a.weight || a.order - b.order);
  return new Set([...(first ? [first] : []), ...next].slice(0, most).map(({ passage }) => passage));
};
