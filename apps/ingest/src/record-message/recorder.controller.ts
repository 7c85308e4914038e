import { Controller, Inject, UseFilters } from '@nestjs/common';
import type { Delivery, Outcome } from '#messaging';
import { Metrics } from '#observability';
import { Consumes, PassErrorsOn, WhenParked } from '#wiring';
import { INGEST_PORTS, type IngestPorts } from '../ingest-ports.js';
import { ParkedReach } from '../parked/parked-reach.js';
import { ExtractionLoop } from '../extract-facts/extraction-loop.js';
import { hearSecret } from '../verification/hear-secret.js';
import { recordDeliveries } from './recorder.js';

export const recorderName = 'ingest-recorder';

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
      hear: (tenantId, said) => hearSecret(ports, tenantId, said),
      onDeleted: () => parked.reach(),
      onRecorded: (events) => {
        metrics.messagesRecorded(events);
        loop.wake();
      },
    });
  }

  @Consumes({ name: recorderName, kind: 'events', batchSize: 200, maxAttempts: 5 })
  record(deliveries: readonly Delivery[]): Promise<readonly Outcome[]> {
    return this.recordBatch(deliveries);
  }

  @WhenParked(recorderName)
  reachParked(): Promise<void> {
    return this.parked.reach();
  }
}
