import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemoryView, RecallAnswer } from '#contracts';
import { completion, ModelEndpoint } from '#testing';
import { openHosting } from './hosting.js';
import { runKith } from './testing/fake-platform.js';

const limit = 240_000;
const nobodyListens = '1';

describe('the demo on the real platform', () => {
  it(
    'holds, in less than eighty lines, and ends by itself without a terminal',
    async () => {
      const { code, out, err } = await runKith(
        ['demo'],
        { KITH_PORT: nobodyListens },
        { hosting: openHosting },
      );
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out.split('\n').length).toBeLessThan(80);
    },
    limit,
  );
});

describe('a data directory without a running platform', () => {
  let folder = '';
  const kithWith = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runKith(
      args,
      { KITH_PORT: nobodyListens, KITH_DATA_DIR: join(folder, 'data'), ...settings },
      { hosting: openHosting },
    );
  const kith = (...args: readonly string[]) => kithWith({}, ...args);
  const ask = ['recall', 'what does juniper grow?', '--as', 'irc:tansy', '--in', '#allotment', '--json'];
  const answerOf = async (): Promise<readonly MemoryView[]> =>
    (JSON.parse((await kith(...ask)).out) as RecallAnswer).results;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-platform-'));
    await writeFile(
      join(folder, '2024-03-09.log'),
      [
        '=== juniper  has joined #allotment',
        '[10:00] <juniper> I grow purple carrots',
        '[10:01] <tansy> juniper: nice!',
        '=== juniper is now known as juni',
        '[10:02] <juni> I live in Ghent',
        '[10:03]  * tansy nods',
      ].join('\n'),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'takes a log once, answers from it, and survives a rebuild',
    async () => {
      const log = join(folder, '2024-03-09.log');
      const first = await kith('import', 'irc', log, '--json');
      expect(JSON.parse(first.out)).toMatchObject({
        messages: 4,
        people: 2,
        renames: 1,
        joins: 1,
        accepted: 6,
        duplicates: 0,
      });
      const again = await kith('import', 'irc', log, '--json');
      expect(JSON.parse(again.out)).toMatchObject({ accepted: 0, duplicates: 6, facts: 0 });

      const before = await answerOf();
      expect(before.map(({ speaker }) => speaker?.name)).toContain('juni');
      const exported = await kith('memories', 'export', '--all');
      expect(exported.err).toContain('as many as the platform counts');

      const rebuilt = await kith('rebuild', '--json');
      expect(rebuilt.code).toBe(0);
      expect(await answerOf()).toEqual(before);
      expect((await kith('migrate')).out).toBe('The schema is up to date.');
    },
    limit,
  );

  it(
    'shows what rules find and a model proposes side by side, and keeps nothing of it',
    async () => {
      const proposed = (message: string, quote: string, content: string) => ({
        ...{ message, quote, content, about: 'author', name: null },
        ...{ type: 'knowledge', modality: 'is', time: null },
      });
      const endpoint = new ModelEndpoint();
      await endpoint.start();
      endpoint.answers = [
        ({ messages }) => {
          const id = messages.find(({ text }) => text === 'I live in Ghent')?.id ?? '';
          const facts = [
            proposed(id, 'I live in Ghent', 'Lives in Ghent'),
            proposed(id, 'I live in Ghent', 'Lives in 9 cities'),
            proposed(messages.find(({ text }) => text.endsWith('nice!'))?.id ?? '', 'nice!', 'Is nice'),
          ];
          return completion(JSON.stringify({ facts }));
        },
      ];
      const settings = {
        ...{ KITH_EXTRACTOR: 'model', KITH_EXTRACTOR_MODEL: 'tiny', KITH_EXTRACTOR_URL: endpoint.url },
      };
      const { code, out, err } = await kithWith(settings, 'extract', '--compare');
      endpoint.answers = [{ status: 429, text: '{}' }];
      const away = await kithWith(settings, 'extract', '--compare', '--sample', '3');
      endpoint.stop();
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        /#allotment, jun\w+ {2}I grow purple carrots\n {2}rules +jun\w+: Grows purple carrots/u,
      );
      expect(out).toMatch(
        /I live in Ghent\n {2}both +jun\w+: Lives in Ghent\n {2}refused Lives in 9 cities \(number-not-said\)/u,
      );
      expect(out).toContain('both 1, rules alone 1, the model alone 0, pending 0, refused 2.');
      expect(out).toContain('1 request, 1 tokens in, 1 out. Nothing was kept.');
      expect([away.code, away.err]).toEqual([
        1,
        'kith: They were not compared: the language model answered 429.',
      ]);
      const without = await kith('extract', '--compare');
      expect([without.code, without.err]).toEqual([2, expect.stringContaining('KITH_EXTRACTOR=model')]);
    },
    limit,
  );
});
