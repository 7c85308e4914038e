import { describe, expect, it } from '@jest/globals';
import type { ReadingContext } from '../../fact-extractor.js';
import { factsOf, message } from '../../testing/reading.js';

const sentAt = (minutes: number): Date => new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000);
/** What was said before, a minute apart, each as `author: text`. */
const talk = (...lines: readonly string[]): Pick<ReadingContext, 'before'> => ({
  before: lines.map((line, index) => {
    const [, authorId = '', text = ''] = /^(\w+): (.*)$/u.exec(line) ?? [];
    const id = `b${String(index)}`;
    return message(text, { authorId, recordId: id, messageId: id, sentAt: sentAt(lines.length - index) });
  }),
});

describe('what was asked of anyone is what who answers will do', () => {
  it.each([
    [['bo: can anyone feed the hens on sunday?'], 'me', 'ana: Will feed the hens on sunday (2026-03-15)'],
    [['bo: who could mow the pitch tomorrow'], 'i can!', 'ana: Will mow the pitch tomorrow (2026-03-12)'],
    [['bo: anyone up for taking minutes?'], 'sure, me', 'ana: Will take minutes'],
    [['bo: we need someone to book the hall'], "ok i'll do it", 'ana: Will book the hall'],
    [
      ['bo: could somebody fetch the cake tomorrow?', 'cleo: sorry, at work'],
      "i'll do it, after 5",
      'ana: Will fetch the cake tomorrow, after 5 (2026-03-12)',
    ],
    [['bo: can someone drive me to Linz?'], 'happy to', 'ana: Will drive Bo to Linz'],
    [['bo: can anyone repair the organ?'], 'Cleo can', 'cleo: Will repair the organ'],
    [['bo: ana can you water the roses while i am away?'], 'of course', 'ana: Will water the roses'],
    [['bo: who is vegan here?'], 'me', 'ana: Vegan'],
  ])('%j - %s', async (before, answer, fact) =>
    expect(await factsOf(answer, talk(...before))).toEqual([fact]),
  );
  it.each([
    [['bo: can anyone feed the hens on sunday?'], 'not me'],
    [['bo: can anyone feed the hens on sunday?'], "i can't"],
    [['bo: can anyone feed the hens on sunday?'], 'maybe me'],
    [['bo: can anyone feed the hens?', 'bo: or is cleo back?'], 'i can'],
    [['bo: can anyone help me with the printer?'], 'i can'],
    [['bo: can anyone hear me?'], 'i can'],
    [['bo: cleo can you water the roses?'], 'of course'],
    [['ana: can anyone feed the hens?'], 'me'],
    [['bo: can someone do it?'], 'me'],
  ])('and not: %j - %s', async (before, answer) =>
    expect(await factsOf(answer, talk(...before))).toEqual([]),
  );
});
