import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { readConfig, type KithConfig } from '#config';
import { NatsUnavailableError } from '#messaging';
import { Log } from '#observability';
import { baseModules, nestOptions } from './base-modules.js';
import type { Schema } from './ports/database.module.js';
import { HealthModule, type Serves } from './health.controller.js';
import { storeSchema } from './schema.js';
import { startServing } from './start-serving.js';

/** The configuration of an app that runs by itself; null when its faults were told. */
const configAlone = (app: string): KithConfig | null => {
  const parsed = readConfig();
  const faults = parsed.ok
    ? parsed.config.databaseUrl === null
      ? [
          `DATABASE_URL: is needed by ${app} alone: apps meet in a Postgres server; \`kith up\` runs all in one process`,
        ]
      : []
    : parsed.faults;
  if (parsed.ok && faults.length === 0) return parsed.config;
  process.stderr.write(`The configuration has faults:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  process.exitCode = 2;
  return null;
};

/** Stops taking, finishes what is in hand, closes, and ends the process. */
export const endOnSignals = (app: INestApplication): void => {
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
};

/** Starts an app as a process of its own, and tells why it could not. */
export const startedAlone = async (
  app: string,
  start: (config: KithConfig) => Promise<INestApplication>,
): Promise<void> => {
  const config = configAlone(app);
  if (config === null) return;
  const running = await start(config).catch((error: unknown) => {
    if (!(error instanceof NatsUnavailableError)) throw error;
    process.stderr.write(`${app} could not start. ${error.message}\n`);
    process.exitCode = 1;
  });
  if (!running) return;
  endOnSignals(running);
  running.get(Log).info('app.started', { app, host: config.host });
};

class AppAlone {}

/** An app that takes from the bus, by itself; over HTTP it says how it is, and nothing else. */
export const runAlone = (
  serves: Serves,
  modules: readonly Type[],
  schema: Schema = storeSchema,
): Promise<void> =>
  startedAlone(serves.app, async (config) => {
    const root = {
      module: AppAlone,
      imports: [
        ...baseModules({ config, app: serves.app }, schema, 'between-processes'),
        ...modules,
        HealthModule.with(serves),
      ],
    };
    const app = await NestFactory.create(root, new FastifyAdapter(), nestOptions);
    await startServing(app);
    await app.listen(config.port, config.host);
    return app;
  });
