import { beforeAll, describe, expect, it } from '@jest/globals';
import { redactCredentials } from '#safety';
import { RulesExtractor } from './rules-extractor.js';
import { read } from '../testing/reading.js';
import { passagesOf } from '../text/readable.js';

/** Half of the longest text that is accepted: what grows faster than its length shows here. */
const length = 16 * 1024;
const filled = (part: string, before = ''): string =>
  before + part.repeat(Math.ceil(length / part.length)).slice(0, length - before.length);

const ordinary = filled(
  "I moved to Turku last spring and my sister Ona keeps bees. Bo said he hates the new office! We usually meet on Fridays, don't tell Cleo. Could you bring the ladder? ",
);
const extractor = new RulesExtractor();
/** Processor time of all that a message goes through, in ms. */
const spent = async (text: string): Promise<number> => {
  const began = process.cpuUsage();
  redactCredentials(text);
  extractor.sensitivityOf(text, 'alone');
  await read(text, { place: { sourceId: 's', type: 'dm' } });
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};
const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Medians of some turns in which each text is read once: what else the machine does slows all of them alike. */
const costsOf = async (texts: readonly string[], turns: number): Promise<readonly number[]> => {
  const times = texts.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, text] of texts.entries()) times[index]?.push(await spent(text));
  return times.map(medianOf);
};

/** More than so many times the cost of half of it is more than in line with its length: in line is twice, by its square four times. */
const mostGrowth = 3;
/** Under so many ms processor time tells nothing. */
const noise = 20;

const isDear = (cost: number, usual: number): boolean => cost > usual * 2 + noise;

describe('a message made to be slow to read', () => {
  let usual = 0;
  beforeAll(async () => {
    [usual = 0] = await costsOf([ordinary], 4);
  });
  /** Measured once, and where that looks slow in turns with an ordinary one, and with half of itself. */
  const isSlow = async (text: string): Promise<boolean> => {
    const half = text.slice(0, text.length / 2);
    const first = await spent(text);
    const grew = first > noise && first > (await spent(half)) * mostGrowth;
    if (!isDear(first, usual) && !grew) return false;
    const [whole = 0, ofHalf = 0, beside = 0] = await costsOf([text, half, ordinary], 5);
    return isDear(whole, beside) || (whole > noise && whole > ofHalf * mostGrowth);
  };
  const marks = [
    '[',
    '(',
    '<',
    '"',
    "'",
    '`',
    '>',
    '#',
    '@',
    '.',
    ',',
    '!',
    '?',
    ':',
    '-',
    '/',
    '\u201c',
    '|',
  ];
  const words = [
    'a',
    '0',
    'é',
    'no ',
    'and ',
    'my ',
    'is ',
    'the ',
    'I love ',
    'I live in ',
    'keep ',
    'Ona, ',
    'Ona and Bo ',
  ];
  const mixed = [
    'a://b:c',
    'a@',
    '[a](b',
    '1-2-',
    '12:30 ',
    'a=b;',
    "don't tell Bo ",
    'you can tell Bo and ',
    'keep it between ',
    'forget ',
    'no no no, ',
    'hey, please, ok, ',
    'remember, ',
    'my password is ',
    'pw="',
    'user:pw ',
    '> a\n',
    '- a: b\n',
    'a: b, c: d\n',
    'shh',
    "n't'b",
    'http://a.',
    'secret from ',
    'in 2 days and 3 hours ',
    'a \t',
    'Ünï',
  ];
  const long = ['I love ', "don't tell Bo", 'my password is ', 'you can tell', 'pw', 'ssn '].map((text) => [
    text,
    '\t',
  ]);
  it.each([
    ...[...marks, ...words, ...mixed].map((part) => ['', part]),
    ...long,
    ['a', '\n'],
    ['remember', ' \n'],
    ['please forget: r,', 'no,'],
    ['remember m:', 'm:@'],
  ])(
    'is read as fast as an ordinary one: %j%j…',
    async (before, part) => {
      expect(await isSlow(filled(part, before))).toBe(false);
    },
    60_000,
  );
});

describe('a long message', () => {
  it('says what it says, wherever it stands', async () => {
    const padding = 'The weather was grey and the ferry was late again. ';
    const text = `${padding.repeat(60)}I live in Turku. ${padding.repeat(60)}I'm allergic to walnuts.`;
    const { facts } = await read(text);
    const told = facts.filter(({ confidence }) => confidence >= 0.7);
    expect(told.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['Lives in Turku', expect.stringContaining('walnuts')]),
    );
    for (const { content, start, end } of told)
      expect(text.slice(start, end)).toContain(content.split(' ').at(-1));
  });

  it('is kept where its end asks for it', async () => {
    const padding = 'The weather was grey and the ferry was late again. ';
    const { facts } = await read(`I live in Turku. ${padding.repeat(60)}Please don't tell anyone.`);
    const told = facts.filter(({ content }) => content.includes('Turku'));
    expect(told.map(({ disclosure }) => disclosure)).toEqual(['conversation_private']);
  });

  it('comes in passages of lines, and each offset is where it was', () => {
    const text = `${'word '.repeat(900)}${' '.repeat(3_000)}end ${'x'.repeat(999)} over`;
    const passages = passagesOf(text);
    expect(passages.length).toBeGreaterThan(2);
    const last = passages.at(-1);
    const at = last?.text.indexOf('over') ?? -1;
    expect(text.slice(last?.inMessage(at))).toBe('over');
    expect(
      Math.max(...passages.flatMap((one) => one.text.split('\n').map((line) => line.length))),
    ).toBeLessThan(520);
  });

  const grey = 'The weather was grey and the ferry was late again. ';
  const told = async (text: string): Promise<readonly string[]> =>
    (await read(text)).facts.filter(({ confidence }) => confidence >= 0.7).map(({ content }) => content);

  it('of the length that platforms send is read whole', async () => {
    const line = (name: string): string => `My brother plays the ${name}. ${grey.repeat(25)}`;
    const text = `${line('cello')}${line('oboe')}${line('harp')}`;
    expect(text.length).toBeGreaterThan(3_900);
    const contents = (await told(text)).join('\n');
    for (const name of ['cello', 'oboe', 'harp']) expect(contents).toContain(name);
  });

  it('that somebody pasted is read for facts where its writer speaks of themselves', async () => {
    const text = `${grey.repeat(200)}I live in Turku. ${grey.repeat(200)}I'm allergic to walnuts. ${grey.repeat(200)}`;
    expect(text.length).toBeGreaterThan(30_000);
    expect((await told(text)).join('\n')).toMatch(/Turku.*walnuts/su);
  });

  it('is kept, and its orders are followed, wherever they stand in it', async () => {
    const about = "I love my flat in Turku, it's mine and I paint there. ".repeat(60);
    const among = (order: string): string => `${about}${grey.repeat(90)}${order} ${grey.repeat(90)}${about}`;
    const kept = await read(among("Please don't tell anyone."));
    expect(kept.facts.length).toBeGreaterThan(0);
    for (const { disclosure } of kept.facts) expect(disclosure).toBe('conversation_private');
    const forgetting = await read(among('Forget everything you know about me.'), {
      place: { sourceId: 's', type: 'dm' },
    });
    expect(forgetting.directives).toContainEqual({ kind: 'forget-about-me', ofEveryAgent: false });
    const removed = await read(among('[password removed]'));
    expect(removed.refusals).toEqual([{ reason: 'credential-refused', pattern: 'password' }]);
  });

  it('costs little more than one of the length that platforms send', async () => {
    const dense = 'I moved to Turku last spring and my sister Ona keeps bees. We usually meet on Fridays. ';
    const textOf = (length: number): string =>
      dense.repeat(Math.ceil(length / dense.length)).slice(0, length);
    const [long = 0, usual = 0] = await costsOf([textOf(32_000), textOf(4_400)], 4);
    // Seven times as long.
    expect(long).toBeLessThan(usual * 3 + noise);
  }, 60_000);
});
