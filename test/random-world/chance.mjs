// A small seeded generator (mulberry32): the same seed makes the same world on any machine.
export const chance = (seed) => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (items) => items[below(items.length)];
  const some = (items, share) => items.filter(() => next() < share);
  return { next, below, pick, some };
};
