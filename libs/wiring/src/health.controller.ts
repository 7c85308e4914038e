import { Controller, Get, Header, Headers, Inject, Module, Res, type DynamicModule } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { KithConfig } from '#config';
import { Database } from '#database';
import { MessageBus } from '#messaging';
import { Log, Metrics } from '#observability';
import { mayReadNumbers } from './numbers-readers.js';
import { CONFIG } from './ports/config.module.js';

/** What an app by itself says it does. */
const SERVES = Symbol('Serves');

export interface Serves {
  readonly app: string;
  /** Consumers of the bus, and services that other apps ask for. */
  readonly consumes: readonly string[];
  /** Whether it can be asked by another process, where there is a broker. */
  readonly answersOver: 'nats' | null;
}

const problem = (status: number, title: string) => ({
  type: 'about:blank',
  title,
  status,
  detail: '',
  errors: [],
});

/** Health of an app that has no other HTTP. */
@Controller()
class HealthController {
  constructor(
    @Inject(SERVES) private readonly serves: Serves,
    @Inject(Database) private readonly database: Database,
    @Inject(MessageBus) private readonly bus: MessageBus,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) private readonly config: KithConfig,
  ) {}

  /** The process is alive. */
  @Get('healthz')
  alive(): object {
    return { status: 'ok' };
  }

  /** Everything that it needs is there. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    try {
      await this.database.reading.query('select 1');
      await this.bus.depth();
    } catch (error) {
      this.log.warn('readiness.failed', { app: this.serves.app, error });
      void reply.status(503).type('application/problem+json');
      return problem(503, 'Service Unavailable');
    }
    const { app, consumes, answersOver } = this.serves;
    return { status: 'ok', app, consumes, answers_over: this.config.nats && answersOver };
  }

  /** Counts of denials by rule are not for everybody who can reach the port. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async numbers(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (mayReadNumbers(this.config, authorization)) return this.metrics.registers.metrics();
    void reply.status(404).type('application/problem+json');
    return JSON.stringify(problem(404, 'Not Found'));
  }
}

@Module({})
export class HealthModule {
  static with(serves: Serves): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [{ provide: SERVES, useValue: serves }],
    };
  }
}
