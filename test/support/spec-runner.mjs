// How jest runs a spec file here: by its own circus, but loaded as node loads modules. In the usual way every file has
// copies of its own of all modules, which took a third of `npm test`; so what modules keep, they keep for all files of a worker.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { mapOf } from '../../libs/testing/src/compiled.mjs';
import { giveWords } from '../../libs/testing/src/jest-words.mjs';
import '../../libs/testing/src/typescript-hooks.mjs';

const require = createRequire(import.meta.url);
let files = 0;

/**
 * Circus keeps on the global object whom it tells of each step, and all tests of a file with what they hold. Left there,
 * the hundredth file of a worker would tell a hundred of each step, which took a third of `npm test`, and nothing would be freed.
 */
const forget = () => {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(key.description)) delete globalThis[key];
  }
};

/** Jest looks maps up by what a stack names: `file:///…/some.spec.ts?file=3`. */
const knowMaps = (maps) => {
  const known = maps.get.bind(maps);
  maps.get = (name) =>
    known(name) ?? (/^file:.*\.ts(?:\?|$)/u.test(name) ? mapOf(fileURLToPath(name)) : undefined);
};

const nativeOf = (runtime, testPath) =>
  Object.assign(Object.create(runtime), {
    // It holds the tests of one file.
    requireInternalModule: (path) => {
      delete require.cache[path];
      return require(path);
    },
    setGlobalsForRuntime: giveWords,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => {
      if (path === testPath) files += 1;
      return import(`${pathToFileURL(path).href}${path === testPath ? `?file=${String(files)}` : ''}`);
    },
  });

/** @public Jest calls it. */
export default async (globalConfig, config, environment, runtime, testPath, send) => {
  const before = { console: globalThis.console, env: { ...process.env } };
  knowMaps(runtime.getSourceMaps());
  Object.assign(globalThis, config.globals, { console: environment.global.console });
  try {
    return await circus.default(
      globalConfig,
      config,
      environment,
      nativeOf(runtime, testPath),
      testPath,
      send,
    );
  } finally {
    globalThis.console = before.console;
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    forget();
  }
};
