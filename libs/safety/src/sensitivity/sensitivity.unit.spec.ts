import { describe, expect, it } from '@jest/globals';
import { sensitivityOf } from './sensitivity.js';

const sensitive: readonly (readonly [string, string])[] = [
  ['Daughter is trans', 'sexuality'],
  ["I'm pan, not that it matters", 'sexuality'],
  ['Came out as bi at work', 'sexuality'],
  ['Genderqueer', 'sexuality'],
  ['Slept with a colleague', 'sexuality'],
  ['Wanted to end my life back then', 'mental-health'],
  ['Used to cut self at school', 'mental-health'],
  ['Brother hanged himself', 'mental-health'],
  ['Wished to be dead for months', 'mental-health'],
  ['Lost our first baby in spring', 'pregnancy'],
  ['Came off the pill', 'pregnancy'],
  ['Finally expecting', 'pregnancy'],
  ['Can not have children', 'pregnancy'],
  ['Smokes a bit of pot', 'drugs'],
  ['Grows my own weed', 'drugs'],
  ['Took mushrooms at a festival', 'drugs'],
  ['Did a line of coke', 'drugs'],
  ['Eight years sober', 'mental-health'],
  ['Joined AA in spring', 'mental-health'],
  ['Friend Lou has gastritis', 'health'],
  ['Has a peptic ulcer', 'health'],
  ['Caught malaria abroad', 'health'],
  ['Has MS', 'health'],
  ['Has a dodgy knee', 'health'],
  ['Uncle lost two toes, then lost a leg', 'health'],
  ['Weighs 95 kilos', 'health'],
  ['I\u2019m broke until friday', 'money'],
  ['Owes HMRC a fortune', 'money'],
  ['Stepdad used to beat her', 'abuse'],
  ['Did two years for burglary', 'legal'],
  ['Prays to god every night', 'religion'],
  ['Votes Labour', 'politics'],
  ['Will have a baby in spring', 'pregnancy'],
  ['Is going to be a dad', 'pregnancy'],
  ["My uncle's liver is slowly giving out", 'health'],
  ["Can't see any more", 'health'],
  ['Got my period in the cinema', 'health'],
  ['The scan says malignant', 'health'],
  ['Her waters broke on the bus', 'pregnancy'],
  ['No longer wants to live', 'mental-health'],
  ["She's cutting herself", 'mental-health'],
  ['Fell off the wagon at New Year', 'drugs'],
  ['We struggle to cover the mortgage', 'money'],
  ['Debt collectors knock every week', 'money'],
  ['Attracted to men and women', 'sexuality'],
  ['He got mugged and beaten up', 'abuse'],
];
const personal: readonly (readonly [string, string])[] = [
  ['Searching for a different gig', 'job-search'],
  ['Hunting for a better opportunity', 'job-search'],
  ['Thinking about quitting', 'job-search'],
  ['Wants to walk out of the firm', 'job-search'],
  ['Gave my notice', 'job-search'],
  ['On gardening leave', 'job-search'],
  ['Got poached by a rival', 'job-search'],
  ['Detests new manager', 'workplace'],
  ['Fed up with my job', 'workplace'],
  ['Lost grandpa last winter', 'family'],
  ['They are laying off half the bakery', 'job-search'],
  ['On stress leave since May', 'job-search'],
  ['Suspended from school for a week', 'workplace'],
  ['My parents are separating', 'relationship'],
];
const ordinary: readonly string[] = [
  'Rode the trans-canada highway',
  'Avoids trans fats',
  'Holds a bi-monthly meeting',
  'Fries eggs in a pan',
  'Killed the zombie process',
  'Cut his own fringe',
  'Lost the tickets',
  'Lost sight of the goal',
  'Expecting a delivery at noon',
  'The red pill scene is the best one',
  'Pulls weeds every spring',
  'Drinks coke with lunch',
  'Smokes ribs for the barbecue',
  'Bought a clay pot',
  'Runs acid tests on the soil',
  'Reached a high score',
  'Prefers the left panel',
  'Votes for the blue logo',
  'Looking for a new saucepan',
  'Leaving the cinema at ten',
  'Hates boss battles',
  'Hates the last level',
  'Likes new manager',
  'Beats me at cards',
  'The parcel weighs 40 grams',
  'Knits a scarf for the bear',
  'Prefers hash maps',
  'Lay off the sugar',
  'The heart of the city is going wild',
  'Lost my memory card',
  'The trial period of the tool is over',
  'We are separating the two modules',
  'Transitioned to another branch',
  'I do not want to live in a big city',
  'Smoked a pack of ribs',
  'The memory is failing the check',
];

/** What talk is made of: a price, a landmark, the first months of a job. */
const everyday: readonly string[] = [
  'The band plays for 45 euros a year, strings included',
  'The landlord pays back 310 euros for the lamp',
  'Lost 20 euros on the tram',
  'We met outside the church and it rained',
  'The kiosk is opposite the mosque',
  'Passed my probation at the bakery',
  'The probation period is six months at the ferry line',
];
const still: readonly (readonly [string, string])[] = [
  ['Makes 61,000 euros a year', 'money'],
  ['Paid 4500 dollars to the clinic', 'money'],
  ['Owes Ute 40 euros', 'money'],
  ['Earns 19 euros an hour', 'money'],
  ['Out on probation until August', 'legal'],
  ['Goes to church with Ute', 'religion'],
];

describe('what talk is made of', () => {
  it.each(everyday)('is nothing delicate: %s', (text) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 0, category: null }),
  );
  it.each(still)('and yet this is: %s', (text, category) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 2, category }),
  );
});

describe('how sensitive words are', () => {
  it.each(sensitive)('"%s" is of %s', (text, category) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 2, category }),
  );
  it.each(personal)('"%s" is personal, of %s', (text, category) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 1, category }),
  );
  it.each(ordinary)('"%s" is nothing to hide', (text) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 0, category: null }),
  );
  it('does not depend on the apostrophe, the spaces or the case', () =>
    expect(
      ['has crohn\u2019s  disease', "HAS CROHN'S DISEASE", "has\ncrohn's"].map(
        (text) => sensitivityOf(text).sensitivity,
      ),
    ).toEqual([2, 2, 2]));
});

describe('the sensitivity of a short fact', () => {
  it.each([
    ['Prefers dark mode', 0],
    ['Has a dog named Rex', 0],
    ['Lives in Oslo', 0],
    ['Playing Age of Empires', 0],
    ['Building a secret base', 0],
    ['Looking for a new job', 1],
    ['Going through a divorce', 1],
    ['Has anxiety', 2],
    ['Salary: $150k', 2],
    ['Makes $92k a year', 2],
    ['Is pregnant', 2],
    ['Is muslim', 2],
    ['Broke wrist skiing', 2],
    ['Was arrested in 2019', 2],
    ['Waiting for asylum', 2],
  ])('of "%s" is %d', (content, sensitivity) => expect(sensitivityOf(content).sensitivity).toBe(sensitivity));
});
