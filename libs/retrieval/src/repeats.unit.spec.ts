import { describe, expect, it } from '@jest/globals';
import { repeatsLast, type ComparableRow } from './index.js';

const message = (id: string, text: string, speakerId = id): ComparableRow => ({
  id,
  kind: 'message',
  text,
  speakerId,
  subjectIds: [speakerId],
  drawnFrom: [],
});
const fact = (
  id: string,
  text: string,
  drawnFrom: readonly string[],
  subjectIds: readonly string[] = [],
): ComparableRow => ({
  id,
  kind: 'fact',
  text,
  speakerId: 'ann',
  subjectIds,
  drawnFrom,
});
const order = (...rows: readonly ComparableRow[]): readonly string[] =>
  repeatsLast(rows, (row) => row).map(({ id }) => id);

describe('what is said again', () => {
  it('stands last, and is not dropped', () => {
    const notice = 'The lift is out of order until Monday';
    expect(order(message('a', notice), message('b', `${notice}.`), message('c', 'Use the stairs'))).toEqual([
      'a',
      'c',
      'b',
    ]);
  });
  it('is something else when another says it of themselves', () => {
    expect(order(message('a', 'My key broke'), message('b', 'My key broke'))).toEqual(['a', 'b']);
    expect(
      order(message('a', 'My key broke', 'x'), message('b', 'My key broke', 'x'), message('c', 'ok')),
    ).toEqual(['a', 'c', 'b']);
  });
  it('is something else when it is about another', () => {
    expect(
      order(
        fact('a', 'Vegan', ['m'], ['ann']),
        fact('b', 'Vegan', ['m'], ['bob']),
        fact('c', 'Vegan', ['n'], ['ann']),
      ),
    ).toEqual(['a', 'b', 'c']);
    expect(
      order(
        fact('a', 'Vegan', ['m'], ['ann']),
        fact('c', 'Vegan', ['n'], ['ann']),
        fact('d', 'Tall', [], []),
      ),
    ).toEqual(['a', 'd', 'c']);
  });
  it('is a fact whose message stands before it', () => {
    expect(
      order(
        message('m', 'We close at six, bring boxes'),
        fact('f', 'Closes at six', ['m']),
        message('n', 'Boxes are in the hall'),
      ),
    ).toEqual(['m', 'n', 'f']);
  });
  it('is a message of which a fact before it says nearly all, and not one of which it says a part', () => {
    expect(
      order(
        fact('f', 'The shop closes at six', ['m']),
        message('m', 'The shop closes at six'),
        message('n', 'Late again'),
      ),
    ).toEqual(['f', 'n', 'm']);
    expect(
      order(
        fact('f', 'Shop closes at six', ['m']),
        message('m', 'The shop closes at six, so bring the boxes before five'),
      ),
    ).toEqual(['f', 'm']);
  });
});
