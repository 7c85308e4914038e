import { readdir, readFile, rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { World } from '../support/world.js';
import { say } from './support/scenario.js';
import { keysOf, Stage } from './support/stage.js';

interface Leak {
  readonly title: string;
  /** Said in a dm. */
  readonly said: string;
  /** Put in through the API. */
  readonly remembered: string;
  readonly secrets: readonly string[];
}

const leaks: readonly Leak[] = [
  {
    title: 'as given: a password, a key of a model provider, a cloud key',
    said: 'remember my password is hunter2',
    remembered: 'sk-abc123def456ghi789jkl0',
    secrets: ['hunter2', 'sk-abc123def456ghi789jkl0'],
  },
  {
    title: 'a cloud key in a paste, a token of a code host',
    said: 'here you go: aws_access_key_id = AKIAIOSFODNN7EXAMPLE and the rest later',
    remembered: 'deploy with ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    secrets: ['AKIAIOSFODNN7EXAMPLE', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  },
  {
    title: 'a card number, a social-security number',
    said: 'my card is 4111 1111 1111 1111, please order the cake',
    remembered: 'My social security number is 078-05-1120',
    secrets: ['4111 1111 1111 1111', '4111111111111111', '078-05-1120'],
  },
];

const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Where in the data directory, its database files and their log included, a text stands. */
const holding = async (folder: string, text: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const file of await filesBelow(folder))
    if ((await readFile(file)).includes(text)) found.push(file.slice(folder.length));
  return found;
};

describe('SC-35 a credential is refused and left nowhere', () => {
  it.each(leaks.slice(0, proofCases(3, 1)).map((leak, index) => [leak.title, leak, index] as const))(
    '%s',
    async (_title, { said, remembered, secrets }, index) => {
      const folder = await mkdtemp(join(tmpdir(), 'kith-secrets-'));
      try {
        const world = await World.open({ KITH_DATA_DIR: folder });
        try {
          const keys = await keysOf(world);
          const stage = new Stage(world, keys, `chat:sc-35-${String(index + 1)}`, {
            people: { pia: 'Pia' },
            places: {},
          });
          const control = 'I like quince jam';
          const [facts] = await stage.play([say('pia', 'dm:pia', said), say('pia', 'dm:pia', control)], true);
          expect(facts).toContainEqual(
            expect.objectContaining({ outcome: 'REJECTED', reason: 'credential-refused' }),
          );
          const refused = await world.call(
            'POST',
            '/v1/memories',
            { agent_id: 'helper', viewer: stage.reference('pia'), content: remembered },
            keys.client,
          );
          expect(refused.status).toBe(422);
          for (const secret of secrets) expect(refused.text).not.toContain(secret);
          const { bytes } = await stage.ask({
            viewer: 'pia',
            at: 'dm:pia',
            q: 'what do you know about me?',
            more: { include_messages: true, top_k: 50 },
          });
          expect(bytes).toContain('quince jam');
          for (const secret of secrets) expect(bytes).not.toContain(secret);
        } finally {
          await world.close();
        }
        // That what is not secret is found shows that the search would find what is.
        expect(await holding(folder, 'quince jam')).not.toEqual([]);
        for (const secret of secrets) expect(await holding(folder, secret)).toEqual([]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    240_000,
  );
});
