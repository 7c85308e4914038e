import { afterEach, describe, expect, it } from '@jest/globals';
import { RulesExtractor } from './rules/rules-extractor.js';
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
  const { signal } = new AbortController();
  let open: ThreadedExtractor | null = null;
  const started = (options: ThreadOptions = {}): ThreadedExtractor =>
    (open = new ThreadedExtractor({ execArgv: fromSources, isWarmedUp: false, ...options }));
  afterEach(() => open?.close());

  it('read as they do in this one, batch after batch', async () => {
    const threaded = started({ isWarmedUp: true });
    threaded.begin();
    const batches = [['I live in Turku', 'hm'], ['My sister Ona keeps bees']].map((texts) =>
      texts.map(asked),
    );
    const both = await Promise.all(batches.map((batch) => threaded.extract(batch, signal)));
    const rules = new RulesExtractor();
    expect(both).toEqual(await Promise.all(batches.map((batch) => rules.extract(batch, signal))));
    expect(both.flat().flatMap(({ facts }) => facts)).not.toHaveLength(0);
  });

  it('leave this thread to answer others', async () => {
    const threaded = started();
    await threaded.extract([asked('hm')], signal);
    const long = 'I love quinces and my sister Ona keeps bees in Turku. '.repeat(600);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await threaded.extract([asked(long)], signal);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('give up what takes too long, and go on with what waits', async () => {
    const threaded = started({ withinMs: 1 });
    const first = threaded.extract([asked('I live in Turku')], signal);
    await expect(first).rejects.toThrow('reading took too long');
    await expect(threaded.extract([asked('I live in Turku')], signal)).rejects.toThrow(
      'reading took too long',
    );
  });

  it('give up what is aborted, begun or not, and go on with what is not', async () => {
    const threaded = started();
    const stopping = new AbortController();
    const given = [1, 2].map(() => threaded.extract([asked('I live in Turku')], stopping.signal));
    const kept = threaded.extract([asked('I live in Turku')], signal);
    stopping.abort();
    for (const one of given) await expect(one).rejects.toThrow('given up');
    await expect(threaded.extract([asked('hm')], stopping.signal)).rejects.toThrow('aborted');
    expect((await kept)[0]?.facts).toHaveLength(1);
  });

  it('read nothing after it was closed', async () => {
    const threaded = started();
    const reading = threaded.extract([asked('I live in Turku')], signal);
    const closed = expect(reading).rejects.toThrow('closed');
    await threaded.close();
    await closed;
    await expect(threaded.extract([asked('hm')], signal)).rejects.toThrow('closed');
  });
});
