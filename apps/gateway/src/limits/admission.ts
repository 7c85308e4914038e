import type { Caller } from '#contracts';

interface AdmissionLimits {
  readonly most: number;
  readonly mostOfKey: number;
  readonly mostOfTenant: number;
}

/** `share`: the key, or its tenant, has as many running as it may; others still find room. */
type Admitted = 'entered' | 'full' | 'share';

const moved = (counts: Map<string, number>, id: string, by: number): void => {
  const count = (counts.get(id) ?? 0) + by;
  if (count > 0) counts.set(id, count);
  else counts.delete(id);
};

/**
 * How many requests may be worked on at once. More would only wait for each other, with their bodies in memory: they are
 * told to come again. A request counts until its work is done, whether or not its client still waits.
 * INVARIANT: no key takes all that its tenant may have, and no tenant all that there is: one that waits for what never comes
 * keeps nobody else from being answered.
 */
export class Admission {
  #running = 0;
  readonly #ofKeys = new Map<string, number>();
  readonly #ofTenants = new Map<string, number>();

  constructor(
    private readonly limits: AdmissionLimits,
    private readonly onChange: (running: number) => void,
  ) {}

  /** Unless it is 'entered' there is no room; else `leave` must follow, once. */
  enter(caller: Pick<Caller, 'keyId' | 'tenantId'>): Admitted {
    const { most, mostOfKey, mostOfTenant } = this.limits;
    if (this.#running >= most) return 'full';
    if ((this.#ofKeys.get(caller.keyId) ?? 0) >= mostOfKey) return 'share';
    if ((this.#ofTenants.get(caller.tenantId) ?? 0) >= mostOfTenant) return 'share';
    this.#move(caller, 1);
    return 'entered';
  }

  leave(caller: Pick<Caller, 'keyId' | 'tenantId'>): void {
    this.#move(caller, -1);
  }

  #move({ keyId, tenantId }: Pick<Caller, 'keyId' | 'tenantId'>, by: 1 | -1): void {
    this.#running += by;
    moved(this.#ofKeys, keyId, by);
    moved(this.#ofTenants, tenantId, by);
    this.onChange(this.#running);
  }
}
