import { describe, expect, it } from '@jest/globals';
import { message, read } from '../../testing/reading.js';

const topicsOf = async (text: string, before = '') =>
  (
    await read(text, {
      before:
        before === '' ? [] : [message(before, { recordId: 'told', messageId: 'told', authorId: 'ana' })],
    })
  ).facts
    .filter(({ confidence }) => confidence >= 0.7)
    .map(({ content, topic, value }) => `${content} | ${topic ?? ''} | ${value ?? ''}`);

describe('a plain value is a fact, and takes the place of the one before', () => {
  it.each([
    ['I just turned 44', 'Turned 44 | age | 44'],
    ['I weigh 68 kg now', 'Weighs 68 kg now | weight | 68 kg'],
    ["I'm 1.71 m tall", '1.71 m tall | height | 1 71 m'],
    ["I'm back in Oslo", 'Back in Oslo | whereabouts | oslo'],
    ['back in Oslo after the tour', 'Back in Oslo after the tour | whereabouts | oslo'],
    ['I report to Cleo now', 'Reports to Cleo now | kin:boss | cleo'],
    ['Cleo is my boss now', 'Boss: Cleo | kin:boss | cleo'],
    ['Cleo is my new landlord', 'Landlord: Cleo | kin:landlord | cleo'],
    ['Hedda left, new boss is Cleo', 'Boss: Cleo | kin:boss | cleo'],
    ['my boss Hedda quit, my new boss is Cleo', 'Boss: Cleo | kin:boss | cleo'],
    ['we moved to Ghent last weekend', 'Moved to Ghent last weekend (2026-03-08) | residence | ghent'],
  ])('%s', async (text, fact) => expect(await topicsOf(text)).toContain(fact));
  it('also of who was named before', async () =>
    expect(await topicsOf("she's my boss now", 'Cleo got promoted')).toEqual([
      'Boss: Cleo | kin:boss | cleo',
    ]));
  it('and of two bosses in one message the last alone', async () =>
    expect((await topicsOf('my boss Hedda quit, my new boss is Cleo')).join()).not.toContain('Boss: Hedda'));
  it.each([
    'I turned 3 pages',
    'this bag weighs 4 kg',
    'I report to the front desk',
    'we moved to the next slide',
  ])('and not: %s', async (text) =>
    expect(
      (await topicsOf(text)).filter((one) => /\| (?:age|weight|kin:boss|residence) \|/u.test(one)),
    ).toEqual([]),
  );
});

describe('what somebody only wished is no fact', () => {
  it.each([
    'I used to want a horse',
    'I wanted to be a dancer as a kid',
    'I wish I lived in the mountains',
    'if only I had a balcony',
    'I used to dream of Peru',
  ])('%s', async (text) => expect(await topicsOf(text)).toEqual([]));
});
