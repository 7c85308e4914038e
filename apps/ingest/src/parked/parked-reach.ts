import type { IngestPorts } from '../ingest-ports.js';
import { reachParked } from './reach.js';

/** Brings deletions and orders to forget to what is parked. */
export class ParkedReach {
  private reaching: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: IngestPorts,
    private readonly consumer: string,
  ) {}

  /** One after another: what two would find would be let go of twice. */
  reach(): Promise<void> {
    this.reaching = this.reaching
      .then(() => reachParked(this.ports, this.consumer))
      .catch(this.ports.onError);
    return this.reaching;
  }
}
