import { describe, expect, it } from '@jest/globals';
import { proofCases, startScript } from '#testing';
import { hostilePartsOf } from './hostile-texts.js';
import { literalsOf, sourcesIn, type Used } from './sources.js';

/** Patterns of these meet what people wrote, how they are called, or what they ask. */
const folders = ['libs/extraction/src', 'libs/safety/src', 'libs/identity/src', 'libs/retrieval/src'];

const sources = sourcesIn(folders);

interface Written {
  readonly source: string;
  readonly flags: string;
  readonly at: string;
}

/** Those that are put together, of lists of words too, when the libraries are loaded and when something is read. */
const built = async (): Promise<readonly Used[]> => {
  // In a process of its own: here other files may have loaded the libraries before.
  const script = startScript(new URL('./print-built.ts', import.meta.url));
  if ((await script.ended()) !== 0) throw new Error(script.errors());
  return script.lines.map((line) => {
    const { source, flags, at } = JSON.parse(line) as Written;
    return { pattern: new RegExp(source, flags), at };
  });
};

/** The best of three, in ms: other work on the machine only makes it slower. */
const spent = (pattern: RegExp, text: string): number => {
  let least = Infinity;
  for (let run = 0; run < 3 && least > unnoticed; run += 1) {
    const began = performance.now();
    text.replace(pattern, '');
    least = Math.min(least, performance.now() - began);
  }
  return least;
};
/** Too little to measure how it grows, in ms. */
const unnoticed = 1;
/** More than any takes for a line, in ms. */
const explosion = 5;
/** Of a text so many times as long a pattern may take this many times as long: in line with it, with room for noise. */
const times = 4;
const inLine = times * 2;

/** As long as a passage: patterns that read what was said meet nothing longer, those that look for credentials do. */
const passage = 1_500;
const wholeText = 24_000;
const meetsWhole = /\/safety\/src\/credentials\/|\/extraction\/src\/text\/readable/u;

const growsTooFast = (pattern: RegExp, textOf: (length: number) => string, longest: number): boolean => {
  // Letter by letter more: nobody waits for one that explodes.
  for (let length = 16; length < 100; length += 8)
    if (spent(pattern, textOf(length)) > explosion) return true;
  for (let length = 375; length <= longest; length *= times) {
    const took = spent(pattern, textOf(length));
    if (took > unnoticed && took > inLine * spent(pattern, textOf(length / times))) return true;
  }
  return false;
};

type Readable = (text: string) => string;

/** The first text, of those made of the pattern's own parts, whose double takes it more than twice as long to read. */
const slowTextFor = (
  { source, flags }: RegExp,
  longest: number,
  readable: Readable = (text) => text,
): string | null => {
  const pattern = new RegExp(source, `${flags.replace(/[gy]/gu, '')}g`);
  for (const { before, pump } of hostilePartsOf(pattern)) {
    const whole = readable(before + pump.repeat(Math.ceil(longest / pump.length)));
    for (const end of ['\u0000', '\n!']) {
      const isSlow = (): boolean =>
        growsTooFast(pattern, (length) => whole.slice(0, length) + end, Math.min(longest, whole.length));
      if ([1, 2, 3].every(isSlow)) return JSON.stringify(`${before}(${pump})…${end}`);
    }
  }
  return null;
};

describe('a text made of the parts of a pattern', () => {
  it('takes no pattern more than twice as long to read when it is twice as long', async () => {
    const onLoad = await built();
    expect(onLoad.length).toBeGreaterThan(400);
    const all = [...onLoad, ...sources.flatMap(literalsOf)];
    const { readable } = await import('../../libs/extraction/src/text/readable.js');
    const patterns = new Map(all.map((used) => [`${used.pattern.source}/${used.pattern.flags}`, used]));
    expect(patterns.size).toBeGreaterThan(1_000);
    const every = proofCases(1, 8);
    const asked = [...patterns.values()].filter((_used, index) => index % every === 0);
    const slow = asked.flatMap(({ pattern, at }) => {
      const isSpeech = /\/(?:extraction|safety)\//u.test(at) && !meetsWhole.test(at);
      const text = isSpeech
        ? slowTextFor(pattern, passage, readable)
        : slowTextFor(pattern, meetsWhole.test(at) ? wholeText : passage);
      return text === null
        ? []
        : [`${at}: /${pattern.source.slice(0, 120)}/${pattern.flags} is slow on ${text}`];
    });
    expect(slow).toEqual([]);
  });

  it.each([/(?:a|b|ab)*(?:x+)*y/u, /\s+$/u, /,.*,.*;/u, /(?:no\s*)+(?:\s*,)+$/u])(
    'shows %s, which goes through it again from everywhere',
    (pattern) => expect(slowTextFor(pattern, wholeText)).not.toBeNull(),
  );

  it.each([/(?<!\s)\s+$/u, /(?<![a-z])[a-z]+\d/u, /\bnot (?:a|the) (?:word|thing)s? to\b/u])(
    'lets %s be',
    (pattern) => expect(slowTextFor(pattern, passage)).toBeNull(),
  );
});
