import { describe, expect, it } from '@jest/globals';
import type { WindowMessage } from '../../fact-extractor.js';
import { message, read } from '../../testing/reading.js';

const at = (minutes: number): Date => new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000);
const by = (authorId: string, text: string, minutes = 2): WindowMessage =>
  message(text, {
    recordId: `${authorId}-${String(minutes)}`,
    messageId: 'told',
    authorId,
    sentAt: at(minutes),
  });

/** What comes of it: new facts, and what of which message is ended by which words. */
const comesOf = async (text: string, before: readonly WindowMessage[]) => {
  const reading = await read(text, { before });
  return [
    ...reading.facts.filter(({ confidence }) => confidence >= 0.7).map(({ content }) => content),
    ...reading.directives.flatMap((one) =>
      one.kind === 'end' ? [`- ${one.what} ${one.said.join(' ')} (${(one.words ?? []).join(' ')})`] : [],
    ),
  ];
};

describe('what its author puts right', () => {
  it.each([
    ['my dog is called Rufus', '*Rupert', 'Dog: Rupert', 'rufu'],
    ['my parrot is called Kiko', 'sorry, Koko', 'Parrot: Koko', 'kiko'],
    ['I live in Tampere', 'I mean Turku', 'Lives in Turku', 'tampere'],
    ['my locker is in hall C', 'ignore that, its hall D', 'Locker is in hall D', 'c'],
    ['my birthday is on 4 May', 'wait no, 14 May', 'Birthday: 14 May', '4'],
    ['I am a nurse', 'midwife, actually', 'Is a midwife', 'nurse'],
    ['I live in Tampere', 'Turku not Tampere', 'Lives in Turku', 'tampere'],
    ['our motto is courage', 'fine, kindness it is', 'Motto is kindness', 'courage'],
    ['the fee is 70 euro', 'sorry 90 euro, typo', 'Fee is 90 euro', '70'],
    ['I speak Dutch and Danish', 'correction: Danish only', 'Speaks Danish', 'dutch'],
    ['my parrot is called Kiko', 'Koko!', 'Parrot: Koko', 'kiko'],
  ])('%s - %s', async (told, text, fact, gone) => {
    const found = await comesOf(text, [by('ana', told)]);
    expect(found).toContain(fact);
    expect(found.some((one) => one.startsWith('- own ana-2') && one.includes(gone))).toBe(true);
  });
});

describe('what answers a question', () => {
  const told = by('ana', 'the swim test is on monday', 4);
  it.each([
    ['is Bo still on crutches?', 'walking now, sorry'],
    ['what, pottery?', 'glass blowing actually'],
  ])('puts nothing right that was not asked of: %s - %s', async (question, text) => {
    const found = await comesOf(text, [told, by('bo', question)]);
    expect(found.filter((one) => /swim|- own/iu.test(one))).toEqual([]);
  });
  it('puts right what was asked of', async () => {
    const found = await comesOf('tuesday actually, sorry', [told, by('bo', 'the test is on monday?')]);
    expect(found).toContain('Swim test is on tuesday (2026-03-17)');
  });
});

describe('what others told of its author', () => {
  it.each([
    ['Ana lives in Malmö', 'Lund, actually', 'Lives in Lund', 'malmö'],
    ['Ana lives in Malmö', 'no, Lund', 'Lives in Lund', 'malmö'],
    ["Ana's cat is called Momo", "she's called Mimi", 'Cat: Mimi', 'momo'],
    ["Ana's birthday is on 4 May", 'wrong! 14 May', 'Birthday: 14 May', '4'],
    ['Ana has a girlfriend', 'boyfriend, actually', 'Has a boyfriend', 'girlfriend'],
  ])('is put right: %s - %s', async (told, text, fact, gone) => {
    const found = await comesOf(text, [by('bo', told)]);
    expect(found).toContain(fact);
    expect(found.some((one) => one.startsWith('- told-of-them bo-2') && one.includes(gone))).toBe(true);
  });
});

describe('another date', () => {
  it('ends what was told of the old one here, long before and by others', async () => {
    const found = await comesOf('The regatta was moved to sunday', [
      by('bo', 'The regatta is on thursday', 200),
      by('cleo', 'reminder: the regatta is on thursday', 100),
    ]);
    expect(found).toContain('Regatta is on sunday (2026-03-15)');
    expect(found).toContain('- event  (regatta)');
  });
});

describe('nothing is put right', () => {
  it.each([
    ['I live in Turin', 'sorry, Bo', 'ana'],
    ['I live in Turin', 'no way', 'ana'],
    ['I live in Turin', 'Congrats!', 'bo'],
    ['my goat is called Bella', 'Bo!', 'ana'],
    ['my goat is called Bella', 'Hurray!', 'ana'],
    ['I live in Turin', 'no worries', 'ana'],
    ['I live in Turin', "it's great", 'ana'],
    ['I live in Turin', 'I mean it was cheap', 'ana'],
    ['Cleo lives in Turin', 'no, Milan', 'bo'],
    ['I live in Turin', 'no, Milan', 'bo'],
    ['I live in Turin', '*sighs*', 'ana'],
    ['where does Ana live?', 'no, Milan', 'bo'],
  ])('%s - %s (by %s)', async (told, text, author) => {
    const found = await comesOf(text, [by(author, told)]);
    expect(found.filter((one) => one.startsWith('- '))).toEqual([]);
  });
  it('where somebody was asked in between', async () =>
    expect(
      await comesOf('no, Milan', [by('ana', 'I live in Turin', 4), by('bo', 'is the match in Rome?')]),
    ).toEqual([]));
});
