import { describe, expect, it } from '@jest/globals';
import { RulesExtractor } from './rules/rules-extractor.js';
import { read } from './testing/reading.js';
import { warmUp } from './warm-up.js';

/** Letters of the patterns that are asked for while something is done: what an engine has to compile for it. */
const askedFor = async (doing: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> => {
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  const asked = new Map<string, number>();
  Object.defineProperty(RegExp.prototype, 'exec', {
    ...own,
    value(this: RegExp, text: string) {
      asked.set(String(this), this.source.length);
      return (own?.value as (this: RegExp, text: string) => RegExpExecArray | null).call(this, text);
    },
  });
  try {
    await doing();
  } finally {
    Object.defineProperty(RegExp.prototype, 'exec', own ?? {});
  }
  return asked;
};
const lettersOf = (asked: ReadonlyMap<string, number>): number =>
  [...asked.values()].reduce((sum, length) => sum + length, 0);

describe('reading a line of each kind beforehand', () => {
  it('leaves little to compile for the first messages that come, whatever they are about', async () => {
    const said = [
      'we just bought a boat and my cousin Pia teaches maths in Graz',
      "please don't mention to Bo that I handed in my notice, ok?",
      'this must stay between you and me, tell nobody about it',
      'forget what I told you about my knee, and delete all you have on me',
      'feel free to tell Cleo about the boat',
      'if Bo hears about it he will be furious',
      'no, I meant the 12th of June',
      'I stopped smoking and I am not at the bakery any more',
      'Wir wohnen in Bonn, erzähl es bitte niemandem',
      'Title: minutes\nWhen: Tuesday 10 am\n- Pia: brings chairs',
      'the server rebooted at 04:30 and the api key was abc-1182-zzq',
      'someone else was on my phone, that was not me',
    ];
    const warm = await askedFor(() => warmUp(new RulesExtractor()));
    const met = await askedFor(async () => {
      for (const text of said) await read(text);
    });
    const left = new Map([...met].filter(([pattern]) => !warm.has(pattern)));
    expect(lettersOf(met)).toBeGreaterThan(50_000);
    expect(lettersOf(left) / lettersOf(met)).toBeLessThan(0.1);
  }, 30_000);
});
