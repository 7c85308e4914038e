import { describe, expect, it } from '@jest/globals';
import { lastDayOf, withDate } from './dates.js';

/** A Wednesday. */
const said = new Date('2026-03-11T10:00:00Z');
const dayIn = (content: string): string => withDate(content, said).slice(content.length);

describe('the day that words of time mean', () => {
  it.each([
    ['Took the ferry last Friday', ' (2026-03-06)'],
    ['Told everybody last Tues', ' (2026-03-10)'],
    ['Started at the mill on monday', ' (2026-03-09)'],
    ['Began a course thursday', ' (2026-03-05)'],
    ['Has moved on sunday', ' (2026-03-08)'],
    ['Dog ran away on sat', ' (2026-03-07)'],
    ['Met Ivo the night before last', ' (2026-03-09)'],
    ['Came the 12th of december', ' (2025-12-12)'],
    ['Broke a tooth on the 3rd', ' (2026-03-03)'],
    ['Booked it on monday', ' (2026-03-09)'],
    ['Bought a kayak on monday', ' (2026-03-09)'],
  ])('looks back where the verb does: %s', (content, day) => expect(dayIn(content)).toBe(day));
  it.each([
    ['Dentist on friday', ' (2026-03-13)'],
    ['Standup moved to friday', ' (2026-03-13)'],
    ['Booked a table for saturday', ' (2026-03-14)'],
    ['Exam is a week from tomorrow', ' (2026-03-19)'],
    ['Flies the day after tomorrow', ' (2026-03-13)'],
    ['Permit runs out on june 30', ' (2026-06-30)'],
    ['Last day: the 31st of january', ' (2027-01-31)'],
    ['Housewarming: sat 2 may', ' (2026-05-02)'],
    ['Goes 20 to 26 june', ' (2026-06-20 to 2026-06-26)'],
    ['Moving on the 10th', ' (2026-04-10)'],
    ['Booked a cabin from 2 february', ' (2027-02-02)'],
    ['Bought tickets for the opera on 3 march', ' (2027-03-03)'],
    ['Signed up for the swim on 5 january', ' (2027-01-05)'],
    ['Got an appointment on thursday', ' (2026-03-12)'],
  ])('looks ahead otherwise: %s', (content, day) => expect(dayIn(content)).toBe(day));
  it.each([
    'Birthday: 3rd of may',
    'Born on may 3',
    'Swims every friday',
    'Went to the Lofoten in 2019',
    'Lives on the 3rd floor',
    'Ate 3 plums',
    'May come along',
    'Got room 5th to the left of the stairs',
    'Born in may',
    'Swam with May',
  ])('is none of one year: %s', (content) => expect(dayIn(content)).toBe(''));
  it.each([
    ['Off from 14th', ' (2026-03-14)'],
    ['Cousin stays 20th to 23rd', ' (2026-03-20 to 2026-03-23)'],
    ['Was in Porto the 2nd till the 5th', ' (2026-03-02 to 2026-03-05)'],
    ['Minds the shop thu-sat', ' (2026-03-12 to 2026-03-14)'],
    ['Camps from friday until monday', ' (2026-03-13 to 2026-03-16)'],
    ['Away next mon-weds', ' (2026-03-16 to 2026-03-18)'],
    ['On call until the end of the month', ' (2026-03-31)'],
    ["Can't tonight, rehearsal tomorrow", ' (2026-03-11, 2026-03-12)'],
  ])('is each that is named: %s', (content, day) => expect(dayIn(content)).toBe(day));
  it.each([
    ['Was in Porto in november', ' (2025-11)'],
    ['Has rowed since february', ' (2026-02)'],
    ['Moved in march', ' (2026-03)'],
  ])('is a month that is over, whatever is told: %s', (content, day) => expect(dayIn(content)).toBe(day));
  it('is a month that is to come only where what is told passes', () => {
    expect(withDate('Moves in may', said, 'event')).toBe('Moves in may (2026-05)');
    expect(withDate('Out of work until february', said, 'context')).toBe(
      'Out of work until february (2027-02)',
    );
    expect(withDate('Hates the rain in may', said, 'preference')).toBe('Hates the rain in may');
  });
});

describe('the last day of what is ahead', () => {
  it.each([
    ['Goes 20 to 26 june', '2026-06-26'],
    ['Moves in next month', '2026-04-30'],
    ['Took the ferry last Friday', null],
    ['Keeps bees', null],
  ])('of "%s" is %s', (content, day) =>
    expect(lastDayOf(content, said)?.toISOString().slice(0, 10) ?? null).toBe(day),
  );
});
