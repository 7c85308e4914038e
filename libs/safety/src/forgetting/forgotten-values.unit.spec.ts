import { describe, expect, it } from '@jest/globals';
import { sentencesWith, valuesToForget, withoutValues } from '#safety';

const people = ['oda', 'oda brix'];
const valuesOf = (text: string) => valuesToForget(text, (name) => people.includes(name.toLowerCase()));

describe('what a message asks to forget by its very words', () => {
  it.each([
    ['please delete the phone number 020-7946-0018 from your memory', ['020-7946-0018']],
    ['Please delete the word "and" and the word "This" from your memory', []],
    ['Forget the door code 4471 and the alias Pip.', ['door code 4471', 'Pip']],
    [
      'Delete Heron Yard, locker 12, and ask for Tamsin from the notes.',
      ['Heron Yard', 'locker 12', 'Tamsin'],
    ],
    ['Do not retain the note "Project Quill = Bright Anchor".', ['Bright Anchor']],
    ["Remove the label 'ferry-19' from the records, and keep only the new one ferry-22", ['ferry-19']],
    ['The value ab_77-XK should be treated as deleted; the new one is cd_88-YL.', ['ab_77-XK']],
    ['The old gate label gate-5b is retired.', ['gate-5b']],
    ['I want the Heron Yard contact removed from memory', ['Heron Yard']],
    [
      'Please erase and also purge the alias Pip, and then wipe ferry-19 from your notes',
      ['Pip', 'ferry-19'],
    ],
    ['Delete [password removed] and the alias Pip from memory', ['Pip']],
    ['Deletion request recorded: remove mira@example.org from the chart', ['mira@example.org']],
  ])('%s', (text, values) => {
    expect([...valuesOf(text).asked].sort()).toEqual([...values].sort());
  });
});

describe('nothing is asked to be forgotten', () => {
  it.each([
    'you should remove libfoo-1.2 and install it again',
    "don't forget the number 020-7946-0018",
    'Was the deleted number 020-7946-0018?',
    'If you move, we can delete the number 020-7946-0018',
    'My number is 020-7946-0018',
    'Remove Oda Brix from the notes',
    'Delete the meeting with Oda from your memory',
    'delete the June budget from the records',
    'The new label is ferry-22, the deleted one stays deleted',
    'Delete the number of the Heron Yard’s cook from memory',
  ])('by "%s"', (text) => {
    expect(valuesOf(text).asked).toEqual([]);
  });
  it('by who only tells that something went', () => {
    expect(valuesOf('we deleted the alias Pip from the notes')).toEqual({ asked: [], told: ['Pip'] });
  });
});

describe('a sentence of orders', () => {
  it('takes no longer to read than in line with how many there are', () => {
    const spent = (orders: number): number => {
      const sentence = 'and please forget my code '.repeat(orders);
      let least = Infinity;
      for (let run = 0; run < 5; run += 1) {
        const began = performance.now();
        valuesOf(`${sentence}${String(run)}`);
        least = Math.min(least, performance.now() - began);
      }
      return least;
    };
    spent(100);
    // Eight times as many; by the square it would be 64 times as long.
    expect(spent(1_600)).toBeLessThan(spent(200) * 30 + 5);
  });
});

describe('taking out', () => {
  it('leaves the rest as it was, and longer words alone', () => {
    expect(withoutValues('Label ferry-1 and ferry-19, Ferry-1.', ['ferry-1'])).toBe(
      'Label [forgotten] and ferry-19, [forgotten].',
    );
  });
  it('finds the sentences that hold it', () => {
    expect(sentencesWith('I am Pip. The yard is closed. Ask Pip.', ['Pip'])).toEqual([
      'I am Pip.',
      'Ask Pip.',
    ]);
  });
});
