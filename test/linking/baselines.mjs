// What anybody would try first.
const bare = (nick) =>
  nick
    .toLowerCase()
    .replace(/\|.*$/u, '')
    .replace(/(?:away|afk|off|zz+|work|sleep)$/u, '')
    .replace(/[^a-z0-9]/gu, '')
    .replace(/\d+$/u, '');
const start = (nick) =>
  nick
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '')
    .slice(0, 4);

const sameBy = (keyOf) => (day) => {
  const groups = new Map();
  for (const { handle } of day.accounts) {
    const key = keyOf(handle);
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), handle]);
  }
  return [...groups.values()].flatMap((all) => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b])));
};

export const baselines = {
  'equal after normalising': sameBy(bare),
  'same four letters at first': sameBy(start),
};
