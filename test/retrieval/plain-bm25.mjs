// The yardstick: textbook BM25 (k1 1.2, b .75) over lower-cased words. No stop words, no stems, no neighbours.
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export const plainBm25 = (documents) => {
  const bags = documents.map(({ id, text }) => {
    const counts = new Map();
    const words = wordsOf(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id, counts, length: words.length };
  });
  const average = bags.reduce((sum, { length }) => sum + length, 0) / bags.length;
  return (question, count) => {
    const terms = [...new Set(wordsOf(question))].map((term) => {
      const found = bags.filter(({ counts }) => counts.has(term)).length;
      return { term, idf: Math.log(1 + (bags.length - found + 0.5) / (found + 0.5)) };
    });
    const score = ({ counts, length }) =>
      terms.reduce((sum, { term, idf }) => {
        const times = counts.get(term) ?? 0;
        return sum + (idf * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / average));
      }, 0);
    return bags
      .map((bag) => ({ id: bag.id, score: score(bag) }))
      .filter(({ score: points }) => points > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ id }) => id);
  };
};
