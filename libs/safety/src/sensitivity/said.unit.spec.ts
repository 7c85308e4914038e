import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sensitivityOfPart, sensitivityOfSaid } from './said.js';
import { sensitivityOf } from './sensitivity.js';

interface Line {
  readonly text: string;
  readonly sensitive: boolean;
  readonly kind: 'sensitive' | 'plain' | 'near' | 'general';
}
const lines = readFileSync(
  new URL('../../../../test/quality/sets/sensitivity/held.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const shareOf = (kind: Line['kind'], isKept: (text: string) => boolean): number => {
  const its = lines.filter((line) => line.kind === kind);
  return its.filter(({ text }) => isKept(text)).length / its.length;
};
const isKeptBack = (text: string): boolean => sensitivityOfSaid(text, 'alone').sensitivity > 0;
const byWeights = (text: string): boolean => sensitivityOfSaid(text, 'alone').foundBy !== null;

describe('what is said in everyday idiom', () => {
  it('is kept back by weights that were fitted to the lines of others', () =>
    expect(shareOf('sensitive', isKeptBack)).toBeGreaterThan(0.7));

  it('is asked of what was told to the agent alone; among people the lists decide', () => {
    for (const { text } of lines) {
      expect(sensitivityOfSaid(text, 'among')).toEqual({ ...sensitivityOf(text), foundBy: null });
      expect(sensitivityOfPart(text, { start: 0, end: text.length }, 'among')).toBe(0);
    }
  });

  it('is not found in ordinary chat', () => {
    expect(shareOf('plain', byWeights)).toBeLessThan(0.12);
    expect(shareOf('near', byWeights)).toBeLessThan(0.15);
  });

  it.each([
    'his flatmate was so high he couldn’t find the door',
    'he went at me again last night',
    'Gran’s lungs have packed up',
    'she went for him with a bread knife',
  ])('is found where no list has its words: %s', (text) => {
    expect(sensitivityOf(text).sensitivity).toBe(0);
    const found = sensitivityOfSaid(text, 'alone');
    expect(found.sensitivity).toBe(2);
    expect(found.foundBy).toMatch(/^said-\d+$/u);
    expect(found.category).toMatch(/^[a-z-]+$/u);
  });

  it('is found in the midst of a long text', () => {
    const around =
      'The train leaves at nine and we meet at the kiosk. I bring the tickets and the tea. '.repeat(12);
    expect(sensitivityOfSaid(around, 'alone').sensitivity).toBe(0);
    expect(
      sensitivityOfSaid(`${around}She went for him with a bread knife. ${around}`, 'alone').sensitivity,
    ).toBe(2);
  });

  it('tells of a part no more than its own sentence and line tell', () => {
    const text = `${'The train leaves at nine and we meet at the kiosk. '.repeat(8)}She went for him with a bread knife.`;
    expect(sensitivityOfPart(text, { start: 0, end: 20 }, 'alone')).toBe(0);
    expect(sensitivityOfPart(text, { start: text.length - 20, end: text.length }, 'alone')).toBe(2);
  });

  it('never makes less of what the lists find', () => {
    for (const { text } of lines)
      expect(sensitivityOfSaid(text, 'alone').sensitivity).toBeGreaterThanOrEqual(
        sensitivityOf(text).sensitivity,
      );
  });

  it.each([['a'.repeat(32_768)], ['he '.repeat(11_000)], ['x. '.repeat(11_000)], ['é'.repeat(16_000)]])(
    'is looked for in a text that is made to be slow',
    (text) => {
      sensitivityOfPart('warm', { start: 0, end: 4 }, 'alone');
      const began = process.cpuUsage();
      sensitivityOfPart(text, { start: 0, end: text.length }, 'alone');
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1000).toBeLessThan(50);
    },
  );
});
