import { Global, Module } from '@nestjs/common';
import type { KithConfig } from '#config';
import { createLog, Log, Metrics, type LogOptions } from '#observability';
import { CONFIG, LOG_OUTPUT } from './config.module.js';

@Global()
@Module({
  providers: [
    {
      provide: Log,
      useFactory: ({ logLevel }: KithConfig, output: NonNullable<LogOptions['output']>) =>
        createLog({ level: logLevel, output }),
      inject: [CONFIG, LOG_OUTPUT],
    },
    { provide: Metrics, useFactory: () => new Metrics() },
  ],
  exports: [Log, Metrics],
})
export class ObservabilityModule {}
