import { Module } from '@nestjs/common';
import { Database } from '#database';
import { EventLog, PostgresEventLog } from '#event-log';
import { projections } from '#read-models';
import { CLOCK, type Clock } from './config.module.js';

const openLog = async (database: Database, now: Clock): Promise<EventLog> => {
  const log = new PostgresEventLog(database, projections, now);
  await log.upgradeProjections();
  return log;
};

/** The log, and the read models that move in its transactions. */
@Module({
  providers: [
    {
      provide: EventLog,
      useFactory: openLog,
      inject: [Database, CLOCK],
    },
  ],
  exports: [EventLog],
})
export class EventLogModule {}
