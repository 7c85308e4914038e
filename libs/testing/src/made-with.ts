import type { DynamicModule, INestApplication, InjectionToken, Type } from '@nestjs/common';
import type { NestFactory } from '@nestjs/core';
import type { Engines } from '#wiring';

export type Provided = readonly (readonly [token: InjectionToken, value: unknown])[];
type Make = (typeof NestFactory)['create'];

const quiet = { log: () => undefined, warn: () => undefined, error: () => undefined };

/** As Nest makes an application, but with these values in the place of what the modules provide. Loaded when it is needed: most specs know no Nest. */
export const madeWith =
  (provided: () => Promise<Provided>): Make =>
  async (root: Type | DynamicModule, ...rest: readonly object[]) => {
    const { Test } = await import('@nestjs/testing');
    let builder = Test.createTestingModule({ imports: [root] }).setLogger(quiet);
    for (const [token, value] of await provided())
      builder = builder.overrideProvider(token as symbol).useValue(value);
    const made = await builder.compile();
    return made.createNestApplication(...(rest as []));
  };

/** On engines that somebody else opened, and with what else is provided on them. */
export const madeOn = (open: () => Promise<Engines>, more: (engines: Engines) => Provided = () => []): Make =>
  madeWith(async () => {
    const { Database } = await import('#database');
    const { EventLog } = await import('#event-log');
    const { MemoryIndex } = await import('#memory-index');
    const { EMBEDDING_ENGINE } = await import('#wiring');
    const engines = await open();
    return [
      [Database, engines.database],
      [EventLog, engines.log],
      [MemoryIndex, engines.index],
      [EMBEDDING_ENGINE, engines.embedder],
      ...more(engines),
    ];
  });

/** Some apps by themselves, serving, with what is provided instead; the database stays open when they are closed. */
export const serving = async (
  modules: readonly Type[],
  settings: Readonly<Record<string, string>>,
  provided: Provided,
): Promise<INestApplication> => {
  const { parseEnv } = await import('#config');
  const { Database } = await import('#database');
  const { baseModules, startServing, storeSchema } = await import('#wiring');
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const parsed = parseEnv({
    KITH_DATA_DIR: 'memory://',
    KITH_EMBEDDER: 'none',
    KITH_LOG_LEVEL: 'error',
    ...settings,
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  class Root {}
  const root = {
    module: Root,
    imports: [...baseModules({ config: parsed.config }, storeSchema, 'in-process'), ...modules],
  };
  const kept = provided.map(([token, value]) =>
    token === Database && value instanceof Database
      ? ([token, Object.assign(Object.create(value) as object, { close: () => Promise.resolve() })] as const)
      : ([token, value] as const),
  );
  const app = await madeWith(() => Promise.resolve(kept))(root, new FastifyAdapter(), { logger: false });
  await startServing(app);
  return app;
};
