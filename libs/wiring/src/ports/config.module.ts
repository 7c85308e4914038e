import { Module, type DynamicModule } from '@nestjs/common';
import type { KithConfig } from '#config';

/** DI tokens of what a process was started with. */
export const CONFIG = Symbol('KithConfig');
export const CLOCK = Symbol('Clock');
export const LOG_OUTPUT = Symbol('LogOutput');
/** Which of the apps this process is. */
export const APP = Symbol('App');

export type Clock = () => Date;

export interface StartedWith {
  readonly config: KithConfig;
  /** `standalone` unless said otherwise. */
  readonly app?: string;
  readonly now?: Clock;
  /** Where log lines go; standard error unless said otherwise. */
  readonly logTo?: { readonly isTTY?: boolean | undefined; write(line: string): unknown };
}

/** The environment is read before Nest is there, so what was read comes in as a value; everything else is made by modules. */
@Module({})
export class ConfigModule {
  static with({
    config,
    app = 'standalone',
    now = () => new Date(),
    logTo = process.stderr,
  }: StartedWith): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP, useValue: app },
        { provide: CLOCK, useValue: now },
        { provide: LOG_OUTPUT, useValue: logTo },
      ],
      exports: [CONFIG, APP, CLOCK, LOG_OUTPUT],
    };
  }
}
