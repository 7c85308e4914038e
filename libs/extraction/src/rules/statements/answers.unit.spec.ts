import { describe, expect, it } from '@jest/globals';
import type { ReadingContext } from '../../fact-extractor.js';
import { factsOf, message, read } from '../../testing/reading.js';

const sentAt = (minutes: number): Date => new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000);
/** What was said before, a minute apart, each as `author: text`. */
const talk = (...lines: readonly string[]): Pick<ReadingContext, 'before'> => ({
  before: lines.map((line, index) => {
    const [, authorId = '', text = ''] = /^(\w+): (.*)$/u.exec(line) ?? [];
    const id = `b${String(index)}`;
    return message(text, { authorId, recordId: id, messageId: id, sentAt: sentAt(lines.length - index) });
  }),
});

describe('a question to nobody by name', () => {
  it.each([
    ['bo: where do you work these days?', 'at a print shop', 'Works at a print shop'],
    ['bo: any pets?', 'Pip and Archibald!', 'Pets: Pip and Archibald'],
    ['bo: siblings?', 'two half brothers in Gdynia', 'Siblings: two half brothers in Gdynia'],
    ['bo: favourite season?', 'late autumn', 'Favorite season: late autumn'],
    ['bo: how old are you anyway', '38 in june', '38 years old'],
    ['bo: do you drive?', 'nope', 'Does not drive'],
    ['bo: who has allergies? its for the cook', 'wasps and cashews', 'Allergies: wasps and cashews'],
    ['bo: wheres your office', 'Norrmalm, by the fish market', 'Office is Norrmalm, by the fish market'],
  ])('%s is answered by whoever answers at once: %s', async (asked, answer, fact) =>
    expect(await factsOf(answer, talk(asked))).toEqual([`ana: ${fact}`]),
  );
  it.each([
    ['bo: where do you live?', 'over there'],
    ['bo: what should we eat?', 'pizza from the corner'],
    ['bo: where did i leave my keys', 'kitchen table'],
    ['bo: pets?', 'landlord says no'],
    ['bo: kids?', 'lol not in this life'],
    ['bo: cats?', 'cats yes. sisters'],
    ['bo: favourite band?', 'The'],
    ['bo: any plans?', 'sofa'],
    ['bo: did you see the couple next door?', 'yes they just had twins'],
    ['bo: cleo where do you work?', 'at a print shop'],
  ])('%s is not answered by: %s', async (asked, answer) =>
    expect(await factsOf(answer, talk(asked))).toEqual([]),
  );
  it('is not answered by a third, while two speak', async () =>
    expect(await factsOf('Turin', talk('cleo: moving day!', 'bo: where do you live?'))).toEqual([]));
});

describe('a question about what was told before it', () => {
  it.each([
    [
      ['ana: i play the cello in an orchestra', 'bo: since when?'],
      'second grade',
      'Plays the cello in an orchestra since second grade',
    ],
    [['ana: we moved to a farm', 'bo: oh where?'], 'near Ghent', 'Moved to a farm near Ghent'],
    [
      ['ana: i have a job interview', 'bo: when is it'],
      '17 march',
      'Has a job interview, 17 march (2026-03-17)',
    ],
    [
      ['ana: i got into the nursing program in Groningen', 'bo: when does it start'],
      'september 1st',
      'Got into the nursing program in Groningen, starts september 1st (2026-09-01)',
    ],
  ])('%j: %s', async (before, answer, fact) =>
    expect((await factsOf(answer, talk(...before))).map((one) => one.replace(/^\w*: /u, ''))).toEqual([fact]),
  );
  it.each([
    [['cleo: i play the cello in an orchestra', 'bo: since when?'], 'second grade'],
    [['ana: i play the cello in an orchestra', 'bo: since when?'], 'i have no idea'],
    [['ana: i play the cello. is it raining where you are?', 'bo: since when?'], 'second grade'],
    [['bo: when does it start?'], '8'],
  ])('%j is not answered by: %s', async (before, answer) =>
    expect(await factsOf(answer, talk(...before))).toEqual([]),
  );
  it.each([
    'between us: i play the cello in an orchestra',
    "don't tell Cleo, but i play the cello in an orchestra",
    'lol sure, i play the cello in an orchestra 😂',
  ])('tells nothing on that was told so: %s', async (told) =>
    expect(await factsOf('second grade', talk(`ana: ${told}`, 'bo: since when?'))).toEqual([]),
  );
  it('is as delicate as what it goes on', async () => {
    const { facts } = await read('may', talk('ana: i have epilepsy', 'bo: since when?'));
    expect(facts.map(({ content, sensitivity }) => [content, sensitivity])).toEqual([
      ['Has epilepsy since may (2025-05)', 2],
    ]);
  });
});

describe('a question about somebody', () => {
  it.each([
    [['bo: who is Bartek?'], 'my flatmate', 'Flatmate: Bartek'],
    [['bo: wait, who is bartek again'], 'my boyfriend bo. you met him twice', 'Boyfriend: Bartek'],
    [['ana: my mum visits on friday', 'bo: what does she like?'], 'crosswords', 'Mother likes crosswords'],
  ])('%j: %s', async (before, answer, fact) =>
    expect(await factsOf(answer, talk(...before))).toEqual([`ana: ${fact}`]),
  );
  it.each([
    [['bo: who is that'], 'some guy from the gym'],
    [['cleo: my mum visits on friday', 'bo: what does she like?'], 'crosswords'],
  ])('%j is not answered by: %s', async (before, answer) =>
    expect(await factsOf(answer, talk(...before))).toEqual([]),
  );
});

describe('what goes on with what one said before', () => {
  it.each([
    [['ana: got a new job'], 'at the observatory', 'Got a new job at the observatory'],
    [['ana: my cousin is getting married', 'bo: aww'], 'in Split', 'Cousin is getting married in Split'],
    [
      ['ana: my aunt is coming for a month', 'bo: oh no'],
      'from nagpur, 10 april',
      'Aunt is coming for a month from nagpur, 10 april (2026-04-10)',
    ],
  ])('%j: %s', async (before, text, fact) =>
    expect(await factsOf(text, talk(...before))).toEqual([`ana: ${fact}`]),
  );
  it.each([
    [['ana: got a new job', 'bo: i dreamt of the sea'], 'at the observatory'],
    [['ana: got a new job', 'bo: where?', 'cleo: well'], 'at the observatory'],
    [['ana: got a new job'], 'for real'],
    [['ana: got a new job'], 'at the moment'],
    [['ana: got a new job'], 'at the observatory they pay well'],
    [['ana: between us, got a new job'], 'at the observatory'],
    [['bo: got a new job'], 'at the observatory'],
  ])('%j is not gone on with by: %s', async (before, text) =>
    expect(await factsOf(text, talk(...before))).toEqual([]),
  );
});
