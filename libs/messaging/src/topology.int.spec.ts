import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { natsComposeConfig, natsServerConfig } from './permissions.js';
import { consumers, topologyListing } from './topology.js';

const listing = new URL('../../../docs/topology.md', import.meta.url);
const composeConfig = new URL('../../../docs/examples/nats-compose.conf', import.meta.url);
const serverConfig = new URL('../../../docs/examples/nats-server.conf', import.meta.url);

describe('topology', () => {
  it('is what docs/topology.md says (scripts/topology.mjs writes it)', () => {
    expect(readFileSync(listing, 'utf8')).toBe(topologyListing());
  });

  it('gives the users of a server what docs/examples lists (scripts/topology.mjs writes it)', () => {
    expect(readFileSync(serverConfig, 'utf8')).toBe(natsServerConfig());
    expect(readFileSync(composeConfig, 'utf8')).toBe(natsComposeConfig());
  });

  it('names each consumer once', () => {
    expect(new Set(consumers.map(({ name }) => name)).size).toBe(consumers.length);
  });
});
