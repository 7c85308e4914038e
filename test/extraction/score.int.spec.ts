import { describe, expect, it } from '@jest/globals';
import { RulesExtractor } from '#extraction';
import { proofCases } from '#testing';
import { knownSets, labelledLines, scoreOf, windowOf } from './scoring.js';

describe.each(['seen', 'unseen'] as const)('labelled lines of the first author: %s', (half) => {
  it('gives facts that a careful reader keeps, about the right people', async () => {
    const {
      missed: _missed,
      invented: _invented,
      wrong: _wrong,
      ...figures
    } = await scoreOf(new RulesExtractor(), labelledLines(half), 0.7);
    expect(figures.lines).toBeGreaterThan(190);
    expect(figures.precision).toBeGreaterThanOrEqual(0.9);
    expect(figures.recall).toBeGreaterThanOrEqual(0.75);
    expect(figures.attribution).toBeGreaterThanOrEqual(0.95);
    expect(figures.type).toBeGreaterThanOrEqual(0.85);
    expect(figures.sensitivity).toBeGreaterThanOrEqual(0.9);
  });
});

/** All of them are held to closer floors by `npm run quality -- --check`. */
const ofOthers = (['heldback', ...knownSets.slice(1)] as const).filter(
  (_, at) => at % proofCases(1, 3) === 0,
);
describe.each(ofOthers)('labelled lines of other authors: %s', (set) => {
  it('gives much of what a careful reader keeps, and little else', async () => {
    const figures = await scoreOf(new RulesExtractor(), labelledLines(set), 0.7);
    expect(figures.lines).toBeGreaterThan(230);
    expect(figures.precision).toBeGreaterThanOrEqual(0.7);
    expect(figures.recall).toBeGreaterThanOrEqual(0.35);
    expect(figures.attribution).toBeGreaterThanOrEqual(0.8);
    expect(figures.sensitivity).toBeGreaterThanOrEqual(0.9);
  });
});

it('gives the same of a line alone as among all others', async () => {
  const extractor = new RulesExtractor();
  const { signal } = new AbortController();
  const windows = labelledLines('seen').map(windowOf);
  const together = await extractor.extract(windows, signal);
  const alone = await Promise.all(windows.map(async (one) => (await extractor.extract([one], signal))[0]));
  expect(alone).toEqual(together);
});

it.each((['social', 'seen', 'mixed', 'household'] as const).slice(0, proofCases(4, 1)))(
  'gives the same of a line as a phone writes its apostrophes: %s',
  async (set) => {
    const windows = labelledLines(set)
      .map(windowOf)
      .filter(({ message }) => /\p{L}'\p{L}/u.test(message.text));
    expect(windows.length).toBeGreaterThan(10);
    const typed = windows.map(({ message, context }) => ({
      context,
      message: { ...message, text: message.text.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '\u2019') },
    }));
    const extractor = new RulesExtractor();
    const { signal } = new AbortController();
    expect(await extractor.extract(typed, signal)).toEqual(await extractor.extract(windows, signal));
  },
);
