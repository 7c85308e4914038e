import { Module, type DynamicModule } from '@nestjs/common';
import type { KithConfig } from '#config';

/** DI tokens of what a process was started with. */
export const CONFIG = Symbol('KithConfig');
export const CLOCK = Symbol('Clock');
export const LOG_OUTPUT = Symbol('LogOutput');

export type Clock = () => Date;

export interface StartedWith {
  readonly config: KithConfig;
  readonly now?: Clock;
  /** Where log lines go; standard error unless said otherwise. */
  readonly logTo?: { readonly isTTY?: boolean | undefined; write(line: string): unknown };
}

/** The environment is read before Nest is there, so what was read comes in as a value; everything else is made by modules. */
@Module({})
export class ConfigModule {
  static with({ config, now = () => new Date(), logTo = process.stderr }: StartedWith): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: now },
        { provide: LOG_OUTPUT, useValue: logTo },
      ],
      exports: [CONFIG, CLOCK, LOG_OUTPUT],
    };
  }
}
