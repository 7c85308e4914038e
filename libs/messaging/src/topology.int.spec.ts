import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { natsServerConfig } from './permissions.js';
import { consumers, topologyListing } from './topology.js';

const listing = new URL('../../../docs/topology.md', import.meta.url);
const serverConfig = new URL('../../../docs/examples/nats-server.conf', import.meta.url);

describe('topology', () => {
  it('is what docs/topology.md says (scripts/topology.mjs writes it)', () => {
    expect(readFileSync(listing, 'utf8')).toBe(topologyListing());
  });

  it('gives the users of a server what docs/examples/nats-server.conf lists (scripts/topology.mjs writes it)', () => {
    expect(readFileSync(serverConfig, 'utf8')).toBe(natsServerConfig());
  });

  it('names each consumer once', () => {
    expect(new Set(consumers.map(({ name }) => name)).size).toBe(consumers.length);
  });
});
