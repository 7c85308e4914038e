import { describe, expect, it } from '@jest/globals';
import { factsOf as kept, message } from '../testing/reading.js';

// Said by Ana on Wednesday, 2026-03-11.
describe('a fact reads alone', () => {
  it.each([
    'here is the soup I made yesterday',
    'of the albums I have enjoyed lately that one wins',
    'I never have as much as I do for easter',
    'we did for the regatta though',
    'had 4 slices yesterday',
    'I adore his way with dough',
    'I paid 30 euros for this',
    'my brother wanted to compare his list to mine',
    "I no longer live in a place where that's possible",
    'you know how lucky I am to have sisters',
    'Cleo sleeps where I sleep',
    'I have not yet applied to a real firm? no, not yet',
  ])('or is none: %s', async (text) => {
    expect(await kept(text)).toEqual([]);
  });

  it.each([
    ['I made a lute yesterday', 'ana: Made a lute yesterday (2026-03-10)'],
    ['I have two kettles before I can think', 'ana: Has two kettles'],
    ['I like sculling, like my sister', 'ana: Likes sculling'],
    ['I have a maths test tomorrow kill me', 'ana: Has a maths test tomorrow (2026-03-12)'],
    ['I lived in Ghent for two years, ask me anything', 'ana: Lived in Ghent for two years'],
    ['I live in a tower on my own', 'ana: Lives in a tower alone'],
    ['party at mine on the 30th', 'ana: Party at own place on the 30th (2026-03-30)'],
    ['I have not yet applied to the navy', 'ana: Has not applied to the navy'],
  ])('without what it is cut off from: %s', async (text, fact) => {
    expect(await kept(text)).toEqual([fact]);
  });
});

describe('what is done', () => {
  it.each([
    'Working as a tutor at school not only provides experience, it pays',
    'Organizing a regatta for orphans sounds incredibly good',
    'Visiting the Prado must have been wonderful',
    'Starting a bakery takes courage',
    'baking and singing, that sounds like a fine sunday',
    'Getting to the top is always the best moment',
  ])('is done by nobody where it is talked about: %s', async (text) => {
    expect(await kept(text)).toEqual([]);
  });

  it.each([
    ['Moving to Ghent in june', 'ana: Moving to Ghent in june (2026-06)'],
    ['the walking bus leaves the green at 8:10', ': Walking bus leaves the green at 8:10'],
    ['Training is at the canal court on friday', ': Training is at the canal court on friday (2026-03-13)'],
  ])('and is told where it is: %s', async (text, fact) => {
    expect(await kept(text)).toEqual([fact]);
  });
});

describe('a list', () => {
  it.each([
    ['I love plums, kale and trout', ['ana: Loves plums', 'ana: Loves kale', 'ana: Loves trout']],
    ['I love the food, fairs, and hikes in Peru', ['ana: Loves the food, fairs, and hikes in Peru']],
    [
      'I like the new dentist, Dr. Okafor, very gentle',
      ['ana: Likes the new dentist, Dr. Okafor, very gentle'],
    ],
    ['I enjoy exploring old forts and art', ['ana: Enjoys exploring old forts and art']],
  ])('is told item by item only where each is a thing by itself: %s', async (text, facts) => {
    expect(await kept(text)).toEqual(facts);
  });
});

describe('said in the words of somebody else', () => {
  it.each([
    'asking for a friend: I am pregnant, what now?',
    'on behalf of Cleo: I quit my job',
    "this is Cleo on Ana's phone, I live in Oslo btw",
    'Cleo thinks I am a spy',
    'the chatbot wrote me: I am Ana, I love hiking',
    "draft of Cleo's bio pls check: I live in Rome and I paint",
    '**cleo**: I work at Nokia',
    'Zed (telegram): I keep bees',
    'posting for my brother: I own a kiosk',
  ])('nothing is a fact of who sends it: %s', async (text) => {
    expect(await kept(text)).toEqual([]);
  });

  it.each([
    ['**Update**: I moved to Ghent', 'ana: Moved to Ghent'],
    ['I am asking for a raise on friday, I work at Nokia', 'ana: Works at Nokia'],
    ['this is on my phone, I live in Ghent', 'ana: Lives in Ghent'],
    ['I think I am allergic to figs', ''],
  ])('and what is their own stays: %s', async (text, fact) => {
    expect((await kept(text)).filter((one) => one === fact)).toEqual(fact === '' ? [] : [fact]);
  });
});

describe('what is told of the world', () => {
  it.each([
    'Ghent Cathedral is a famous old church',
    'The Baltic Sea is a fine place',
    'a slow walk offers quiet',
    'greek food has such wonderful flavors',
    'the vibe there can also lift you up',
  ])('is nothing of anybody here: %s', async (text) => {
    expect(await kept(text)).toEqual([]);
  });

  it.each([
    ['our boiler is a Vaillant', ': Boiler is a Vaillant'],
    ['the flu clinic runs saturdays in november', ': Flu clinic runs saturdays in november'],
  ])('and what is told of the place stays: %s', async (text, fact) => {
    expect(await kept(text)).toEqual([fact]);
  });

  it('is not of who is only played', async () => {
    expect(await kept('*draws the dagger of Hessen*')).toEqual([]);
  });
});

describe('whom a pronoun means', () => {
  const bo = (text: string) => ({ ...message(text, { authorId: 'bo', messageId: 'b', recordId: 'b' }) });

  it.each([
    ['they love learning about fossils', 'that is lovely, Cleo! we took the kids to the museum'],
    ['she is a teacher from Bari', 'what about you Cleo?'],
    ["benedikt. he's from Bern", 'I met Bo today'],
    ['renate was a clerk, she did my taxes in one hour', 'I saw Cleo'],
  ])('is not who was only called by name, nor who stands for several: %s', async (text, before) => {
    expect(await kept(text, { before: [bo(before)] })).toEqual([]);
  });

  it('is who was spoken of', async () => {
    expect(await kept('she is a teacher from Bari', { before: [bo('I met Cleo today')] })).toEqual([
      'cleo: Is a teacher from Bari',
    ]);
  });
});
