import { describe, expect, it } from '@jest/globals';
import { timesAsked } from './index.js';

const now = new Date('2026-03-10T12:00:00Z');
const days = (query: string): readonly string[] =>
  timesAsked(query, now).map(
    ({ from, to }) => `${from.toISOString().slice(0, 10)} ${to.toISOString().slice(0, 10)}`,
  );

describe('the time that a question names', () => {
  it.each([
    ['what did Ines plant on 7 May 2023?', '2023-05-07 2023-05-08'],
    ['who came on June 3, 2024?', '2024-06-03 2024-06-04'],
    ['what happened in October 2024?', '2024-10-01 2024-11-01'],
    ['what did we argue about in 2022?', '2022-01-01 2023-01-01'],
    ['where did Ines go last summer?', '2025-06-01 2025-09-01'],
    ['what broke in the winter of 2023?', '2023-12-01 2024-03-01'],
    ['what did Bo promise yesterday?', '2026-03-09 2026-03-10'],
    ['what did they cook last month?', '2026-02-01 2026-03-01'],
  ])('%s', (query, time) => {
    expect(days(query)).toEqual([time]);
  });
  it('is that of any year where it says none', () => {
    const times = days('what did Ines plant in May?');
    expect(times).toContain('2025-05-01 2025-06-01');
    expect(times).toContain('2023-05-01 2023-06-01');
  });
  it.each([
    'what may I tell Bo?',
    'who marches in the band?',
    'how many eggs did Ines sell?',
    'who is Summer?',
  ])('is none in "%s"', (query) => {
    expect(days(query)).toEqual([]);
  });
});
