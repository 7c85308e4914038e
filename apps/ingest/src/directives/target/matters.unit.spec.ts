import { describe, expect, it } from '@jest/globals';
import type { Memory } from '#domain';
import { wordsOfMatter } from './matters.js';
import { speaksOf } from './speaks-of.js';

const held = (content: string, topic: string | null): Memory => ({ content, topic }) as Memory;

describe('the words of a matter', () => {
  it.each([
    ['where I live', 'Lives in Gdynia', 'residence'],
    ['my address', 'Lives in Gdynia', 'residence'],
    ['my job', 'Works at the observatory', 'workplace'],
    ['my job', 'Works as a glazier', null],
    ['my job', 'Is a glazier', 'role:glazier'],
    ['my age', '34', 'age'],
    ['my salary', 'Earns 3000 a month', null],
    ['my phone number', 'Phone: 555', 'phone:phone-number'],
  ])('%s is spoken of by "%s"', (what, content, topic) =>
    expect(speaksOf(wordsOfMatter(held(content, topic)), what)).toBe(true),
  );
  it.each([
    ['my job', 'Lives in Gdynia', 'residence'],
    ['my job at the mill', 'Works at the observatory', 'workplace'],
    ['my salary', 'Works at the observatory', 'workplace'],
  ])('%s is not spoken of by "%s"', (what, content, topic) =>
    expect(speaksOf(wordsOfMatter(held(content, topic)), what)).toBe(false),
  );
});
