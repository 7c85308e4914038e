// Order of test files in a mutation run: most mutants die in the first, cheap files; laws come last.
const turns = [/(?<!matrix)\.unit\./u, /matrix\.unit\./u, /\.law\./u];
const turnOf = ({ path }) => turns.findIndex((turn) => turn.test(path));

/** @public Named in stryker.config.mjs. */
export default class FastSpecsFirst {
  sort(tests) {
    return [...tests].sort((a, b) => turnOf(a) - turnOf(b));
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    return undefined;
  }
}
