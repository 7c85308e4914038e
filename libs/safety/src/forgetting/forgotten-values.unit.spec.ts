import { describe, expect, it } from '@jest/globals';
import { sentencesWith, valuesToForget, withoutValues } from '#safety';

const people = ['oda', 'oda brix'];
const valuesOf = (text: string) => valuesToForget(text, (name) => people.includes(name.toLowerCase()));

describe('what a message asks to forget by its very words', () => {
  it.each([
    ['please delete the phone number 020-7946-0018 from your memory', ['020-7946-0018']],
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
