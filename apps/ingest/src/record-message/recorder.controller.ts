import { Controller, Inject, UseFilters } from '@nestjs/common';
import type { Delivery, Outcome } from '#messaging';
import { Metrics } from '#observability';
import { tenantsAmong } from '#read-models';
import { Consumes, PassErrorsOn, WhenParked } from '#wiring';
import { INGEST_PORTS, type IngestPorts } from '../ingest-ports.js';
import { ParkedReach } from '../parked/parked-reach.js';
import { ExtractionLoop } from '../extract-facts/extraction-loop.js';
import { hearSecret } from '../verification/hear-secret.js';
import { recordDeliveries } from './recorder.js';

export const recorderName = 'ingest-recorder';

/** A statement costs as much as some ten events in it. */
const most = 500;
/** The embedded engine has one connection, and answers wait for it while a unit of work is carried out. */
const mostEmbedded = 200;

/** Message events become people, places and messages in the log; then they are read. */
@Controller()
@UseFilters(PassErrorsOn)
export class RecorderController {
  private readonly recordBatch: ReturnType<typeof recordDeliveries>;

  constructor(
    @Inject(INGEST_PORTS) ports: IngestPorts,
    @Inject(ExtractionLoop) loop: ExtractionLoop,
    @Inject(ParkedReach) private readonly parked: ParkedReach,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.recordBatch = recordDeliveries({
      ...ports,
      tenantsAmong: (tenantIds) => tenantsAmong(ports.database, tenantIds),
      hear: (tenantId, said) => hearSecret(ports, tenantId, said),
      unitSize: ports.database.engine === 'server' ? most : mostEmbedded,
      onDeleted: () => parked.reach(),
      onRecorded: (events) => {
        metrics.messagesRecorded(events);
        loop.wake();
      },
    });
  }

  @Consumes({ name: recorderName, kind: 'events', batchSize: most, maxAttempts: 5 })
  record(deliveries: readonly Delivery[]): Promise<readonly Outcome[]> {
    return this.recordBatch(deliveries);
  }

  @WhenParked(recorderName)
  reachParked(): Promise<void> {
    return this.parked.reach();
  }
}
