import { describe, expect, it } from '@jest/globals';
import { factsOf as kept } from '../testing/reading.js';

describe('what people say of themselves and of those around them', () => {
  it.each([
    ['Ive got 4 geckos lol', 'ana: Has 4 geckos'],
    ['just moved to Kaunas!', 'ana: Moved to Kaunas'],
    ['speak Uzbek and a bit of Farsi', 'ana: Speaks Uzbek and a bit of Farsi'],
    ['im a plumber now', 'ana: Is a plumber now'],
    ['i cycle to work', 'ana: Cycles to work'],
    ["I'm left-handed", 'ana: Left-handed'],
    ['Cleo smokes', 'cleo: Smokes'],
    ['cleo is mad about chutney', 'cleo: Mad about chutney'],
    ['me and Cleo both play cello', 'ana+cleo: Plays cello'],
    ['my husband is Tomasz', 'ana: Husband: Tomasz'],
    ['green is my favourite colour now', 'ana: Favorite color: green'],
    ['changed my mind, fav soup is borscht', 'ana: Favorite soup: borscht'],
    ['mossback is my forum handle', 'ana: Forum handle: mossback'],
    ['i like rye, hate oats and im allergic to sesame', 'ana: Allergic to sesame'],
    ["the workshop's rent is 640 from May", ": Workshop's rent is 640 from May"],
    ["rent's 640 with heating", ': Rent is 640 with heating'],
    ['the offsite is in Tartu', ': Offsite is in Tartu'],
  ])('is kept however it is put: %s', async (text, fact) => expect(await kept(text)).toContain(fact));

  it.each([
    'have a nice day',
    'speak to Cleo about it',
    'teach me how',
    'work on the docs please',
    "i'd use a cheap licence",
  ])('is not made of a request or of advice: %s', async (text) => expect(await kept(text)).toEqual([]));
});

describe('lines about the state of a project', () => {
  it.each([
    ['Launch update: the approved travel budget stays at 40k', ': Approved travel budget stays at 40k'],
    [
      'Latest approved Kestrel budget is now 92,000 EUR',
      ': Latest approved Kestrel budget is now 92,000 EUR',
    ],
    ['Late finance note: Kestrel budget remains 92,000 EUR', ': Kestrel budget remains 92,000 EUR'],
  ])('are kept with what they are about: %s', async (text, fact) => expect(await kept(text)).toContain(fact));
});
