import { Controller, Inject, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { IngestService } from '#contracts';
import { PassErrorsOn } from '#wiring';
import { INGEST_PORTS, type IngestPorts } from '../ingest-ports.js';
import { ErasureLoop } from './erasure-loop.js';
import { list, order, show, signingKey, type Reading } from './order.js';
import { whereKept } from './where-kept.js';

type Asked<Operation extends keyof IngestService> = Parameters<IngestService[Operation]>[0];
type Told<Operation extends keyof IngestService> = ReturnType<IngestService[Operation]>;
type Operations = 'orderErasure' | 'erasure' | 'erasures' | 'erasureKey';

/** What the API asks of erasures. */
@Controller()
@UseFilters(PassErrorsOn)
export class ErasuresController implements Pick<IngestService, Operations> {
  constructor(
    @Inject(INGEST_PORTS) private readonly ports: IngestPorts,
    @Inject(ErasureLoop) private readonly loop: ErasureLoop,
  ) {}

  @MessagePattern('ingest.orderErasure')
  async orderErasure({ caller, order: asked, viewer }: Asked<'orderErasure'>): Told<'orderErasure'> {
    const answer = await order(this.ports, caller, asked, viewer);
    this.loop.wake();
    return answer;
  }

  @MessagePattern('ingest.erasure')
  erasure({ caller, erasureId, viewer }: Asked<'erasure'>): Told<'erasure'> {
    return show(this.reading, caller, erasureId, viewer);
  }

  @MessagePattern('ingest.erasures')
  erasures({ caller, query }: Asked<'erasures'>): Told<'erasures'> {
    return list(this.reading, caller, query);
  }

  @MessagePattern('ingest.erasureKey')
  erasureKey(): Told<'erasureKey'> {
    return signingKey(this.reading);
  }

  private get reading(): Reading {
    return { ...this.ports, where: whereKept(this.ports) };
  }
}
