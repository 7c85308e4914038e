import { describe, expect, it } from '@jest/globals';
import { speaksOf, speaksOfThem } from './speaks-of.js';

describe('what is to be forgotten', () => {
  it.each([
    ['Moving to Tartu', "I'm moving to Tartu"],
    ['Lives in Malmö', 'I live in Malmö'],
    ['Has two kids', 'that I have two kids'],
    ['Address: 4 Quay Street', 'my old address'],
    ['Allergic to walnuts', 'the walnuts'],
    ['Planning a party for Ida', 'the party'],
    ['Adopted a stray dog', 'adopting the dog'],
    ['Loves baking', 'I love to bake'],
  ])('is spoken of in "%s": %s', (content, what) => expect(speaksOf(content, what)).toBe(true));
  it.each([
    ['Moving to Tartu', "I'm moving to Narva"],
    ['Lives in Malmö', 'that I'],
    ['Has two kids', 'my two dogs'],
    ['Loves baking', 'the party'],
  ])('is not spoken of in "%s": %s', (content, what) => expect(speaksOf(content, what)).toBe(false));
});

describe('what is to be forgotten of somebody', () => {
  it.each([
    ['Lives in Bergen', ['Ingrid Moe'], 'that Ingrid lives in Bergen'],
    ['Lives in Bergen', ['Ingrid Moe', 'ing'], 'ingrid'],
    ['Likes wine', ['Rose'], "Rose's wine"],
    ['Likes wine', ['Zo\u00eb'], 'zoe'],
  ])('is spoken of by their name: %s, of %j, in "%s"', (content, names, what) =>
    expect(speaksOfThem(content, names, what)).toBe(true),
  );
  it.each([
    ['Likes wine', ['Rose'], 'the rose'],
    ['Likes wine', ['Rose'], 'that Rose likes beer'],
    ['Lives in Bergen', ['Ingrid Moe'], 'Bo'],
    ['Lives in Bergen', [], 'Ingrid'],
  ])('is not spoken of: %s, of %j, in "%s"', (content, names, what) =>
    expect(speaksOfThem(content, names, what)).toBe(false),
  );
});
