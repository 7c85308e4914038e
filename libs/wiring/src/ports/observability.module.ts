import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { KithConfig } from '#config';
import { createLog, Log, Metrics, startTracing, type LogOptions } from '#observability';
import { APP, CONFIG, LOG_OUTPUT } from './config.module.js';

/** Ends it, with all that is left sent; null where nothing is traced. */
const END_TRACING = Symbol('EndTracing');
type EndTracing = (() => Promise<void>) | null;

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
    {
      provide: END_TRACING,
      useFactory: ({ traces }: KithConfig, app: string): Promise<EndTracing> | null =>
        traces && startTracing({ app, ...traces }),
      inject: [CONFIG, APP],
    },
  ],
  exports: [Log, Metrics],
})
export class ObservabilityModule implements OnApplicationShutdown {
  constructor(@Inject(END_TRACING) private readonly endTracing: EndTracing) {}

  async onApplicationShutdown(): Promise<void> {
    await this.endTracing?.();
  }
}
