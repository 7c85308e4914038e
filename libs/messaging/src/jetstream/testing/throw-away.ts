import { jetstreamManager } from '@nats-io/jetstream';
import type { Nats } from '../connect-nats.js';

/** Deletes the streams of an installation that a test made. */
export const throwAway = async ({ nc }: Nats, root: string): Promise<void> => {
  const jsm = await jetstreamManager(nc);
  for await (const name of jsm.streams.names())
    if (name.startsWith(`${root.toUpperCase()}_`)) await jsm.streams.delete(name);
};
