import { describe, expect, it } from '@jest/globals';
import { factsOf, message, read } from '../../testing/reading.js';

describe('somebody described on the way', () => {
  it.each([
    ['our contact at Lumo is Marit', ['~Marit: Contact at Lumo: Marit']],
    ['mods are me, Bo and Cleo', ['ana+bo+cleo: Is mods']],
    ['our intern Yuki speaks Korean', ['~Yuki: Role: intern', '~Yuki: Speaks Korean']],
  ])('%s', async (text, facts) => expect(await factsOf(text)).toEqual(facts));
  it.each(['our problem is Windows', 'the driver is Nvidia', 'our plan Beta fails'])(
    'is nobody in: %s',
    async (text) => expect(await factsOf(text)).toEqual([]),
  );
  it.each(['Noor (my stepdaughter) hates olives', 'Noor, my stepdaughter, hates olives'])(
    'is of the speaker’s people in: %s',
    async (text) => {
      const { facts } = await read(text);
      expect(facts.map((fact) => fact.content)).toEqual(['Stepdaughter: Noor', 'Hates olives']);
    },
  );
  it('is a kinship of more words', async () => {
    const { facts } = await read('my brother in law Anselm is a notary');
    expect(facts.map((fact) => fact.content)).toEqual(['Brother-in-law: Anselm', 'Is a notary']);
  });
});

describe('the answer to a question of any verb', () => {
  const asked = (question: string) => ({
    before: [message(question, { authorId: 'bo', sentAt: new Date('2026-03-11T09:59:00Z') })],
  });
  it.each([
    ['ana which club do you support?', 'Sparta Praag, for my sins', 'ana: Supports Sparta Praag'],
    ['ana, do you eat fish?', 'nope, vegan since 2019', 'ana: Vegan since 2019'],
    [
      'who is taking notes at the vestry meeting on the 5th?',
      'me',
      'ana: Taking notes at the vestry meeting on the 5th (2026-04-05)',
    ],
    ['who does the tax forms?', 'Cleo does', 'cleo: Does the tax forms'],
    ['ana any allergies?', 'lactose intolerant', 'ana: Lactose intolerant'],
    ['what time is the rehearsal?', '16:10', ': Rehearsal: 16:10'],
  ])('to "%s": %s', async (question, answer, fact) =>
    expect(await factsOf(answer, asked(question))).toEqual([fact]),
  );
  it.each([
    ['ana which one do you want?', 'Sparta Praag'],
    ['cleo which club do you support?', 'Sparta Praag'],
    ['who broke the printer?', 'me'],
    ['ana, how do you tell if it is on?', 'green light'],
    ['shall I go on?', 'yes'],
  ])('is none to "%s": %s', async (question, answer) =>
    expect(await factsOf(answer, asked(question))).toEqual([]),
  );
});
