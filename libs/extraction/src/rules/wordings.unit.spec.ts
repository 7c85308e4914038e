import { describe, expect, it } from '@jest/globals';
import { factsOf, message, read } from '../testing/reading.js';

const one = async (text: string): Promise<readonly string[]> =>
  (await factsOf(text)).map((fact) => fact.replace(/^ana: /u, ''));

describe('what people make and keep', () => {
  it.each([
    ['I carved a spoon from birch', 'Carved a spoon from birch'],
    ['i mended forty nets', 'Mended forty nets'],
    ['I repair clocks', 'Repairs clocks'],
    ['I build furniture', 'Builds furniture'],
    ['I main Reinhardt', 'Mains Reinhardt'],
    ['I keep the passports in the top drawer', 'Keeps the passports in the top drawer'],
    ['I keep bees', 'Keeps bees'],
    ['I keep llamas', 'Keeps llamas'],
    ['I keep two old alpacas behind the barn', 'Keeps two old alpacas behind the barn'],
    ['I keep snails', 'Keeps snails'],
    ['I run the seed library', 'Runs the seed library'],
    ['I run the pottery class', 'Runs the pottery class'],
    ['I play the double bass', 'Plays the double bass'],
    ["I'm training for the Bergen regatta", 'Training for the Bergen regatta'],
    ["I'm working on project Heron", 'Working on project Heron'],
    ['my bathroom has blue walls', 'Bathroom has blue walls'],
    ['my dissertation is on medieval bridges', 'Dissertation is on medieval bridges'],
    ['my boat needs a new engine', 'Boat needs a new engine'],
  ])('%s', async (text, content) => expect(await one(text)).toEqual([content]));
  it.each([
    'i repaired the partition',
    'I keep getting an error in the log',
    'my desk is a mess',
    'i build packages',
    'I keep the dogs out',
    'I keep mice away with mint',
    'I run the library',
  ])('is not told by: %s', async (text) => expect(await one(text)).toEqual([]));
});

describe('what is personal', () => {
  it.each([
    ["I'm applying for a role at a competitor", 1],
    ["I've applied to three firms", 1],
    ["I'm looking for a different position", 1],
    ['I am hunting for another job', 1],
    ['I handed in my notice today', 1],
    ['Thinking of leaving my job', 1],
    ['I split up with my boyfriend', 1],
    ['My wife left me', 1],
    ['we broke up yesterday', 1],
    ['I take beta blockers', 2],
    ['I owe my uncle four hundred pounds', 2],
    ['I earn forty thousand a year', 2],
    ['Cleo lost all her savings at the casino', 2],
    ['I eat halal', 2],
    ['I am allergic to figs', 2],
  ])('"%s" is of sensitivity %d', async (text, sensitivity) => {
    const { facts } = await read(text);
    expect(facts.map((fact) => fact.sensitivity)).toEqual([sensitivity]);
  });
  it('is none of what a program does', async () => {
    expect(await one('I applied the patch')).toEqual([]);
    expect(await one('I owe you one')).toEqual([]);
  });
});

describe('what holds in a place', () => {
  it.each([
    ['The boat departs at sunset', ': Boat departs at sunset'],
    ['the picnic is off', ': Picnic is off'],
    ['Bo is dancing next', 'bo: Dancing next'],
    ['Cleo goes first', 'cleo: Goes first'],
    ['Bo is a witness', 'bo: Is a witness'],
  ])('%s', async (text, fact) => expect(await factsOf(text)).toEqual([fact]));
  it.each(['the screen is off', 'the download starts at 40%', 'Bo is a pain'])('not: %s', async (text) =>
    expect(await factsOf(text)).toEqual([]),
  );
});

describe('a machine', () => {
  it.each([
    ['i have a dell d620', 'Has a dell d620'],
    ['im on hardy', 'Running hardy'],
    ['my card is nvidia 7600', 'Card: nvidia 7600'],
    ['im completely new to linux', 'New to linux'],
    ['im on fedora 38 with kde, and it is fast', 'Running fedora 38 with kde'],
    ['I am a gnome user', 'Is a gnome user'],
  ])('%s', async (text, content) => expect(await one(text)).toEqual([content]));
  it.each([
    'i have nvidia drivers installed',
    'I use windows key',
    'i am on a livecd',
    'I am on windows right now',
  ])('is not told by: %s', async (text) => expect(await one(text)).toEqual([]));
});

describe('an answer', () => {
  const asked = (question: string) => ({
    before: [message(question, { authorId: 'bo', sentAt: new Date('2026-03-11T09:59:00Z') })],
  });
  it.each([
    ['ana: where do you live?', 'Turin', 'Lives in Turin'],
    ['Ana, how old are you?', '31', '31 years old'],
    ["ana: what's your favorite color?", 'dark green', 'Favorite color: dark green'],
    ['ana: do you eat meat?', 'nope', 'Does not eat meat'],
    ['ana, are you allergic to anything?', 'yes, to figs', 'Allergic to figs'],
  ])('to "%s": %s', async (question, answer, content) =>
    expect(await factsOf(answer, asked(question))).toEqual([`ana: ${content}`]),
  );
  it.each([
    ['cleo: where do you live?', 'Turin'],
    ['ana: how many files?', '31'],
    ['ana: where do you live?', 'not telling you'],
  ])('is none to "%s": %s', async (question, answer) =>
    expect(await factsOf(answer, asked(question))).toEqual([]),
  );
  it('rests on what was said before, come when it may', async () => {
    expect((await read('Turin')).usedContext).toBe(true);
  });
});

describe('what people tell of themselves in passing', () => {
  it.each([
    ['even if it rains i cycle to work on weekends', ['Cycles to work on weekends']],
    ['i do like olives', ['Likes olives']],
    ['none for me, been vegan for nine years', ['Has been vegan for nine years']],
    ["teal's my fave", ['Favorite: teal']],
    ['ze/zir for me, thanks for asking', ['Pronouns: ze/zir']],
    ['she/her still, for the ones at the back', ['Pronouns: she/her']],
    ['I own payroll from now on', ['Owns payroll']],
    ['signed up for a sailing course, starts in june', ['Signed up for a sailing course, starts in june']],
    ['sister just had a baby boy', ['Sister had a baby boy']],
    ['my gran. turns 90 on the 25th', ['Grandmother turns 90 on the 25th (2026-03-25)']],
  ])('%s', async (text, facts) => expect(await one(text)).toEqual(facts));
  it.each([
    "that one's my fave",
    'even if it rains?',
    'she/her is what it says on the door',
    'brother you would love this',
    'the boss. turns out he was right',
  ])('is not told by: %s', async (text) => expect(await one(text)).toEqual([]));
});

describe('a row of words', () => {
  it('tells of who writes it', async () => {
    expect(await one('Ana, 31, nurse, from Porto')).toEqual(['31 years old', 'Is a nurse', 'From Porto']);
  });
  it.each(['Bo, 27, electrician, from Galway', 'eggs, milk, bread, two apples'])(
    'tells nothing of them: %s',
    async (text) => expect(await one(text)).toEqual([]),
  );
});

describe('the people of one’s life', () => {
  it.each([
    ['my husband and I moved to Tours last year', ['ana: Moved to Tours last year with husband (2025)']],
    ["my brother's moving to Lyon", ['ana: Brother is moving to Lyon']],
    ['Bo and I run the choir', ['ana+bo: Runs the choir']],
    ['Bo and Cleo are siblings', ['bo+cleo: Siblings']],
  ])('%s', async (text, facts) => expect(await factsOf(text)).toEqual(facts));
  it('speak for themselves when they are quoted', async () => {
    expect(await one('my brother said he hates his job')).toEqual([]);
  });
});

describe('an order', () => {
  it('repeats nothing of what shall go', async () =>
    expect((await read('forget that I live in Oslo')).directives).toEqual([
      { kind: 'forget', what: 'I live in Oslo' },
      { kind: 'forget-values', asked: [], told: [], repeated: ['I live in Oslo'] },
    ]));
  it.each([
    ['forget everything about me', { kind: 'forget-about-me', ofEveryAgent: false }],
    ['my old address should be treated as deleted', { kind: 'forget', what: 'my old address' }],
    [
      "don't tell Bo about the party",
      {
        kind: 'confide',
        except: [],
        from: [{ kind: 'entity', entityId: 'bo' }],
        fromSpokenOf: false,
        onlyFromSome: true,
        of: 'earlier',
        what: 'the party',
      },
    ],
    [
      'Kith, only Cleo may know',
      {
        kind: 'confide',
        except: [{ kind: 'entity', entityId: 'cleo' }],
        from: [],
        fromSpokenOf: false,
        onlyFromSome: false,
        of: 'earlier',
        what: null,
      },
    ],
    ["Kith, it's not a secret anymore", { kind: 'release', to: [], what: null }],
  ])('%s', async (text, directive) => expect((await read(text)).directives).toEqual([directive]));
  it.each([
    'they should forget everything about me',
    'how do i delete that',
    "don't forget the milk",
    'I forgot my keys',
    'forget me, take Bo instead',
    'just forget me.',
    'forget everything I said, I was wrong',
    'remove me please',
    'forget it',
    'ah forget that, it works now',
    'bo: forget it',
    '@bo forget about it',
    'please delete that',
    'forget I said anything',
  ])('is not given by: %s', async (text) => expect((await read(text)).directives).toEqual([]));
  it.each(['forget me', 'please erase me now.', 'delete everything I ever told you'])(
    'erases all when it is said to the agent alone: %s',
    async (text) =>
      expect((await read(text, { place: { sourceId: 'desk', type: 'dm' } })).directives).toEqual([
        { kind: 'forget-about-me', ofEveryAgent: false },
      ]),
  );
  it.each([
    ['forget it', { place: { sourceId: 'desk', type: 'dm' as const } }, {}],
    ['please delete that', { place: { sourceId: 'desk', type: 'dm' as const } }, {}],
    ['forget I said anything', { place: { sourceId: 'desk', type: 'dm' as const } }, {}],
    ['@kith forget it', {}, {}],
    ['Kith, never mind, forget what I said', {}, {}],
    ['forget that please, kith', {}, {}],
    ['<@agent> forget that', {}, { mentionIds: ['agent'] }],
    ['forget it', { repliedTo: message('Noted.', { authorId: 'agent', authorKind: 'agent' as const }) }, {}],
  ])('takes back what was said last when it is put to the agent: %s', async (text, context, change) =>
    expect((await read(text, context, change)).directives).toEqual([{ kind: 'forget', what: null }]),
  );
  it.each([
    ['@kith forget that I live in Oslo', 'I live in Oslo'],
    ['Bo, forget that I live in Oslo', 'I live in Oslo'],
    ['delete my home address', 'home address'],
  ])('says what to forget: %s', async (text, what) =>
    expect((await read(text)).directives).toContainEqual({ kind: 'forget', what }),
  );
  it('keeps what is said beside it', async () => {
    const reading = await read("scratch that, I'm moving to Bergen");
    expect(reading.facts.map((fact) => fact.content)).toEqual(['Moving to Bergen']);
  });
  it('keeps from one, in a group, what is personal to nobody', async () => {
    const [fact] = (await read("I'm planning a trip to Crete, don't tell Bo")).facts;
    expect([fact?.sensitivity, fact?.disclosure]).toEqual([0, 'conversation_private']);
  });
});

describe('a slip of the fingers', () => {
  it.each([
    ['I lvie in Rome', 'Lives in Rome'],
    ["I'm allegic to figs", 'Allergic to figs'],
  ])('%s', async (text, content) => expect(await one(text)).toEqual([content]));
});
