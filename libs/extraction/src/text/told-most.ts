import type { Passage } from './readable.js';

/** So many characters of a message are read for facts: a few more than platforms let anybody send (4,096 at most). */
const most = 4_200;

const self = /(?<![\p{L}\p{N}])(?:i|i'?m|i'?ve|i'll|my|me|we|we'?re|we'?ve|our|us)(?![\p{L}\p{N}])/gu;
const weightOf = ({ text }: Passage): number => text.toLowerCase().match(self)?.length ?? 0;

/**
 * The passages that are read for what they state: all of an ordinary message; of a longer one, which somebody pasted, its
 * first and those in which the writer speaks most of themselves.
 */
export const toldMost = (passages: readonly Passage[]): ReadonlySet<Passage> => {
  const [first, ...others] = passages.map((passage, order) => ({
    passage,
    order,
    weight: weightOf(passage),
  }));
  const read = new Set<Passage>();
  let length = 0;
  for (const { passage } of [
    ...(first ? [first] : []),
    ...others.sort((a, b) => b.weight - a.weight || a.order - b.order),
  ]) {
    length += passage.text.length;
    if (length > most && read.size > 0) break;
    read.add(passage);
  }
  return read;
};
