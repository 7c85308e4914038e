import { afterEach, describe, expect, it } from '@jest/globals';
import { RulesExtractor } from './rules-extractor.js';
import { message } from './testing/reading.js';
import { ThreadedExtractor, type ThreadOptions } from './threaded-extractor.js';

const hooks = new URL('../../testing/src/typescript-hooks.mjs', import.meta.url).href;
const fromSources = ['--conditions=source', '--no-warnings', '--import', hooks];
const asked = (text: string) => ({
  message: message(text),
  context: {
    tenantId: 't',
    agentEntityId: 'agent',
    platform: 'chat',
    place: { sourceId: 's', type: 'dm' as const },
    people: [],
    pointedAt: [],
    kin: [],
    before: [],
    repliedTo: null,
  },
});

describe('the rules in a thread', () => {
  let open: ThreadedExtractor | null = null;
  const started = (options: ThreadOptions = {}): ThreadedExtractor =>
    (open = new ThreadedExtractor({ execArgv: fromSources, ...options }));
  afterEach(() => open?.close());

  it('read as they do in this one, batch after batch', async () => {
    const threaded = started();
    const batches = [['I live in Turku', 'hm'], ['My sister Ona keeps bees']].map((texts) =>
      texts.map(asked),
    );
    const both = await Promise.all(batches.map((batch) => threaded.read(batch)));
    const rules = new RulesExtractor();
    expect(both).toEqual(await Promise.all(batches.map((batch) => rules.read(batch))));
    expect(both.flat().flatMap(({ facts }) => facts)).not.toHaveLength(0);
  });

  it('leave this thread to answer others', async () => {
    const threaded = started();
    await threaded.read([asked('hm')]);
    const long = 'I love quinces and my sister Ona keeps bees in Turku. '.repeat(600);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await threaded.read([asked(long)]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('give up what takes too long, and go on with what waits', async () => {
    const threaded = started({ withinMs: 1 });
    const first = threaded.read([asked('I live in Turku')]);
    await expect(first).rejects.toThrow('reading took too long');
    await expect(threaded.read([asked('I live in Turku')])).rejects.toThrow('reading took too long');
  });

  it('read nothing after it was closed', async () => {
    const threaded = started();
    const reading = threaded.read([asked('I live in Turku')]);
    const closed = expect(reading).rejects.toThrow('closed');
    await threaded.close();
    await closed;
    await expect(threaded.read([asked('hm')])).rejects.toThrow('closed');
  });
});
