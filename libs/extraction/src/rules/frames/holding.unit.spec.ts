import { describe, expect, it } from '@jest/globals';
import { read } from '../../testing/reading.js';

const topicOf = async (text: string): Promise<readonly (string | null)[]> => {
  const [fact] = (await read(text)).facts;
  return [fact?.topic ?? null, fact?.value ?? null];
};

describe('what somebody does or has', () => {
  it.each([
    ['I play the oboe', "I don't play the oboe anymore"],
    ['I play the oboe', 'I used to play the oboe'],
    ['I eat pork', "I don't eat pork any more"],
    ['I have a canary', "I don't have a canary anymore"],
    ['I own a caravan', 'I sold my caravan'],
    ['I speak Frisian', 'I no longer speak Frisian'],
    ['I drink cider', "I don't drink cider these days"],
    ['I drink cider', 'I quit drinking cider'],
    ['I like radishes', "I don't like radishes anymore"],
    ['I play the oboe', 'I stopped playing the oboe last year'],
    ['I play the oboe', 'gave up playing the oboe'],
    ['I smoke', 'I quit smoking in March'],
    ['I drive a Dacia', 'I drive an Opel now'],
    ['I drive a Dacia', "I don't drive a Dacia anymore"],
    ['I support Ipswich Town', "I don't support Ipswich Town anymore"],
    ['Bo has three kids', 'Bo does not have kids'],
    ['Bo drinks tea black', "Bo doesn't drink tea"],
    ['Bo is into opera', 'Bo hates opera'],
    ['Bo is a fan of darts', "Bo doesn't like darts"],
  ])('ends when it is denied: %s; %s', async (before, after) => {
    const [[topic, value], [same, other]] = [await topicOf(before), await topicOf(after)];
    expect(topic).not.toBeNull();
    expect([same, other === value]).toEqual([topic, false]);
  });
  it.each([
    ['I play the oboe', "I don't play the viola"],
    ['I have a canary', "I don't have a car"],
    ['I work at the mill', 'I also work at the bakery'],
    ['I drive a Dacia', 'I also drive a van'],
    ['I drive a Dacia', 'I drive kids to school'],
    ['Bo has a cat called Fig', 'Bo has a cat'],
  ])('stands beside what is another: %s; %s', async (before, after) => {
    const [[topic], [other]] = [await topicOf(before), await topicOf(after)];
    expect(other === null || other !== topic).toBe(true);
  });

  it('is where the household lives, told to the agent alone', async () => {
    const place = { sourceId: 's', type: 'dm' } as const;
    const [fact] = (await read('We live in Turku now', { place })).facts;
    expect([fact?.topic, fact?.value]).toEqual(['residence', 'turku']);
  });
});
