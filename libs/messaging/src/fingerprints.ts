import { createHash } from 'node:crypto';
import type { Outgoing } from './message-bus.js';

/** 16 bytes in the form of a UUID. */
const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** What makes a message the same one. */
export const fingerprintOf = ({
  tenantId,
  kind,
  id,
  scope,
}: Pick<Outgoing, 'tenantId' | 'kind' | 'id' | 'scope'>): string =>
  hashOf([tenantId, kind, id, ...(scope === undefined ? [] : ['within', scope])]);

/** What makes it tell the same as another. */
export const toldOf = ({ tenantId, kind, tells }: Outgoing): string | null =>
  tells === undefined ? null : hashOf([tenantId, kind, 'tells', tells]);
