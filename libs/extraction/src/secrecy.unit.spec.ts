import { describe, expect, it } from '@jest/globals';
import { read } from './testing/reading.js';

/** From whom the words are kept, by an order or because they sound like one; `here`: from whoever was not there. */
const keptFrom = async (text: string): Promise<readonly string[]> =>
  (await read(text)).directives.flatMap((directive) => {
    if (directive.kind !== 'hush' && directive.kind !== 'confide') return [];
    const ids = directive.from.map((ref) => (ref.kind === 'entity' ? ref.entityId : ref.kind));
    return ids.length === 0 ? ['here'] : ids;
  });

describe('what sounds like a secret', () => {
  it.each([
    'if bo asks i never owned a ferret',
    'if Bo asks, we were at the bakery',
    'before Bo finds out about the ferret',
    'when Bo hears about the ferret we move out',
    'act normal around bo about the ferret',
    'play dumb if Bo brings up the ferret',
    'make sure Bo doesnt catch on about the ferret',
    'i lied to Bo about the ferret',
    'not a peep to bo',
    "what Bo doesn't know won't hurt",
    'bo cant hear about the ferret ever',
    'Bo would flip if he found out about the ferret',
    'i never said anything to Bo re the ferret',
    'no way Bo gets wind of the ferret',
    'cover for me with Bo tonight',
    'I could never tell Bo about the ferret',
    'we are hiding it from Bo and it is hard',
    "the ferret is our secret. Bo wouldn't notice anyway",
  ])('is kept from whom it names: %s', async (text) => expect(await keptFrom(text)).toContain('bo'));

  it.each([
    'Bo never finds his keys',
    'I hope Bo finds out soon',
    'does Bo know about the party?',
    "Bo doesn't know how to swim",
    "I don't know Bo",
    "Bo hasn't seen the new bridge",
    "I can't tell if Bo is joking",
    "don't forget to tell Bo about the ferry",
    "can't wait to tell Bo about the ferry",
    'if Bo asks, tell him the train is at five',
    "Bo won't tell us where the key is",
    'Bo never told me about the ferry',
    'I never told you Bo can sing',
    'please tell Bo that dinner is at eight',
    "I didn't tell Bo to come",
    'we should let Bo know about the ferry',
    "it's no secret that Bo likes jazz",
    'Secret Santa: Bo gets Mira',
    "I'm not talking to Bo",
    'Bo is learning to sail',
    'hear me out, Bo could host it',
    'Bo noticed the new sign',
    'when will Bo find out which bus it is',
    'will you ask Bo about the ladder',
  ])('is not heard in: %s', async (text) => expect(await keptFrom(text)).toEqual([]));

  it('is not kept from whom it is said to', async () =>
    expect(await keptFrom('Cleo, make sure Bo doesnt catch on about the ferret')).toEqual(['bo']));

  it('keeps what the message tells, and says what it may mean', async () => {
    const { facts, directives } = await read('I bought a ferret, Bo would flip if he found out about it');
    expect(facts.map(({ content, withheldFrom }) => [content, withheldFrom])).toEqual([
      ['Bought a ferret', [{ kind: 'entity', entityId: 'bo' }]],
    ]);
    expect(directives).toEqual([
      { kind: 'hush', from: [{ kind: 'entity', entityId: 'bo' }], what: null, nouns: ['ferret'] },
    ]);
  });
});
