import { describe, expect, it } from '@jest/globals';
import { factsOf as kept } from '../testing/reading.js';

// Said on Wednesday, 2026-03-11.
describe('words for when at the front of a sentence', () => {
  it.each([
    ['Last year I moved to Turku', 'ana: Moved to Turku last year (2025)'],
    ['in 2017 i moved to Turku because of the sea', 'ana: Moved to Turku in 2017'],
    ['On weekends I coach fencing', 'ana: Coaches fencing on weekends'],
    ['as a kid I lived in Benin', 'ana: Lived in Benin as a kid'],
    ['hey all, next week I fly to Bari', 'ana: Flies to Bari next week (week of 2026-03-18)'],
    ['For breakfast I eat rye porridge', 'ana: Eats rye porridge for breakfast'],
    ['yesterday Cleo moved to Ghent', 'cleo: Moved to Ghent yesterday (2026-03-10)'],
    ['Every Friday the library closes at 3', ': Library closes at 3 every Friday'],
  ])('belong to what is said, and leave its subject alone: %s', async (text, fact) => {
    expect(await kept(text)).toContain(fact);
  });
});

describe('sentences without the signs that part them', () => {
  it.each([
    ['zorbax2 i have a thinkpad x61', 'ana: Has a thinkpad x61'],
    ['I have a harp its just very old', 'ana: Has a harp'],
    ['I dont use emacs -- I use ed for everything', 'ana: Does not use emacs'],
    ['I use to live in Graz', 'ana: Used to live in Graz'],
    ['I love my parrots they are so loud', 'ana: Loves parrots'],
    ['i dont like marzipan.and i hate liquorice', 'ana: Hates liquorice'],
  ])('are read one by one: %s', async (text, fact) => {
    expect(await kept(text)).toContain(fact);
  });

  it.each([
    "that's the one I have in a Lenovo notebook",
    'this is the message i get from the installer',
    'every time i use tmux i get nothing',
    'sounds like Haydn ;)',
    'my god this has been a thorn in my side for a year',
    'I do, Cleo, I try',
    'using a colon in the name worked perfectly',
  ])('say nothing of their speaker where they only point: %s', async (text) => {
    expect(await kept(text)).toEqual([]);
  });
});

describe('what somebody heard of another', () => {
  it('is told of them, and of nobody where it is of no person', async () => {
    expect(await kept('I heard Cleo hates marzipan')).toEqual(['cleo: Hates marzipan']);
    expect(await kept('I hear that cleo moved to Turku')).toEqual(['cleo: Moved to Turku']);
    expect(await kept('I heard you the first time')).toEqual([]);
    expect(await kept('I think I have a cold')).toEqual([]);
  });
});
