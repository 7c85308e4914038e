import { describe, expect, it } from '@jest/globals';
import { asksForSomebody, speaksOfItsWriter } from './own-words.js';

describe('what a message speaks of', () => {
  it.each([
    'my cat is Miso',
    "I'm moving to Bergen",
    'im colour blind',
    'Ich habe Gicht',
    'mein Rad steht im Keller',
    'soy diabética',
    "j'habite à Lyon",
  ])('is its writer: %s', (text) => expect(speaksOfItsWriter(text)).toBe(true));

  it.each([
    'the party is on friday',
    'Imra lives in Gdansk',
    'I put your keys on the shelf',
    'ich hab dir das Buch hingelegt',
    'mist, der Minister kommt',
  ])('may be another: %s', (text) => expect(speaksOfItsWriter(text)).toBe(false));
});

describe('a question for somebody', () => {
  it.each([
    'who waters plot 12?',
    'did anyone find my keys?',
    'Wer backt den Kuchen?',
    "who's driving Wren?",
  ])('is %s', (query) => expect(asksForSomebody(query)).toBe(true));
  it.each(['what is my cat called?', 'where does Imra live?', 'Wovor habe ich Angst?'])(
    'is not %s',
    (query) => expect(asksForSomebody(query)).toBe(false),
  );
});
