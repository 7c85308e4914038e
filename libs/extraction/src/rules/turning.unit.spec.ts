import { describe, expect, it } from '@jest/globals';
import { factsOf, message } from '../testing/reading.js';

describe('a turn of somebody’s life, told in a plain sentence', () => {
  it.each([
    ['they offered me the lighthouse job', 'ana: Was offered the lighthouse job'],
    ['they made me deputy manager', 'ana: Was made deputy manager'],
    ["they've moved me to the Aarhus branch", 'ana: Has been moved to the Aarhus branch'],
    ["they're putting me on nights from may", 'ana: Is being put on nights from may'],
    ['they asked me to coach the juniors', 'ana: Was asked to coach the juniors'],
    ["i've dropped physics", 'ana: Has dropped physics'],
    ['i dropped out of law school', 'ana: Dropped out of law school'],
    ["I've given up coffee", 'ana: Has given up coffee'],
    ["i've taken up archery lol", 'ana: Has taken up archery'],
    ["I've gone freelance", 'ana: Has gone freelance'],
    ['i signed up for the choir weekend', 'ana: Signed up for the choir weekend'],
    ["i'm seeing someone btw", 'ana: Seeing someone'],
  ])('is kept of its speaker: %s', async (text, fact) => expect(await factsOf(text)).toContain(fact));

  it('is kept when notice is given', async () =>
    expect((await factsOf('i handed in my notice')).join()).toMatch(/^ana: Handed in notice/u));

  it.each([
    'they made me laugh',
    'they made me a coffee',
    'they gave me a weird look',
    'they gave me the wrong size again',
    'they asked me to wait',
    'they put me on hold',
    'they moved me',
    'i dropped my phone',
    'i dropped the ball',
    'i give up',
    "i've given up on it",
    "i've given up hope",
    'it took up space',
    'i signed up for an account',
    "i'm seeing a weird error",
    "i'm seeing someone about it tomorrow",
    'i switched to the other tab',
  ])('is none in: %s', async (text) => expect(await factsOf(text)).toEqual([]));
});

describe('what somebody does week by week', () => {
  it.each([
    ["I can't do mondays any more", 'ana: Cannot do mondays any more'],
    ['i only go in on wednesdays', 'ana: Only goes in on wednesdays'],
    ['Bo only works fridays', 'bo: Only works fridays'],
    ["i'm remote three days a week", 'ana: Remote three days a week'],
    ["i'm on earlies all week", 'ana: On earlies all week'],
    ["I'm off sick until monday", 'ana: Off sick until monday'],
    ["i'm off work till may then", 'ana: Off work till may'],
  ])('is kept: %s', async (text, fact) =>
    expect((await factsOf(text)).map((one) => one.replace(/ \(.*\)$/u, ''))).toContain(fact),
  );

  it.each(['i think mondays are worst', 'i update it every week', 'i reinstall ubuntu every week'])(
    'is none in: %s',
    async (text) => expect(await factsOf(text)).toEqual([]),
  );
});

describe('a plain sentence', () => {
  it('ends where somebody is told what to do', async () =>
    expect(await factsOf("i'm working from home now so anything you need, shout")).toEqual([
      'ana: Working from home now',
    ]));
  it('does without what only eases its telling', async () =>
    expect(await factsOf('i am vegan by the way')).toEqual(['ana: Vegan']));
});

describe('what is told without its subject, or in a later clause', () => {
  it.each([
    ['yep. starting at the sawmill on monday', 'ana: Starting at the sawmill on monday'],
    ['i hated it. doing law and history instead', null],
    ["i'm pregnant 🎉 due mid july", 'ana: Pregnant, due mid july'],
    ["i'm leaving home, got the room in Cardiff with Ines", 'ana: Got the room in Cardiff with Ines'],
    ['we have got the hens now', 'ana: Has the hens now'],
    ['were looking at houses in Fife', 'ana: Looking at houses in Fife'],
    ["my aunt's a vet she has seen worse", 'ana: Aunt is a vet'],
    ['i retired in june', 'ana: Retired in june'],
  ])('%s', async (text, fact) => {
    const facts = (await factsOf(text)).map((one) => one.replace(/ \(.*\)$/u, ''));
    if (fact === null) expect(facts).toEqual([]);
    else expect(facts).toContain(fact);
  });
  it.each(['were you looking for me?', 'were waiting for you?', 'they gave me the keys after 3 shifts'])(
    'is none in: %s',
    async (text) => expect(await factsOf(text)).toEqual([]),
  );
});

describe('an answer to what is still so', () => {
  const asked = (question: string) => ({
    before: [message(question, { authorId: 'bo', sentAt: new Date('2026-03-11T09:59:00Z') })],
  });
  it('says how often', async () =>
    expect(await factsOf('every morning, also in the rain', asked('still running?'))).toEqual([
      'ana: Running every morning',
    ]));
  it('is none where it only says yes to what is not worth it', async () =>
    expect(await factsOf('every time', asked('still failing?'))).toEqual([]));
});
