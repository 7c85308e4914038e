import { describe, expect, it } from '@jest/globals';
import { message, read } from './testing/reading.js';

const sentAt = new Date('2026-03-11T09:59:00Z');
const before = [
  message('I want to open a bakery in Vardo', { recordId: 'a', sentAt }),
  message('You can tell Bo that.', { recordId: 'b', sentAt }),
];
const kindsOf = async (text: string, spoken = before): Promise<readonly string[]> =>
  (await read(text, { before: spoken, place: { sourceId: 'd', type: 'dm' } })).directives
    .map(({ kind }) => kind)
    // What is done or gone back on ends what was said, whether or not a leave was given.
    .filter((kind) => kind !== 'end');

describe('a leave to tell is taken back', () => {
  it.each([
    'No longer tell Bo about it',
    'I changed my mind about Bo',
    'I take that back',
    'I withdraw my consent',
    'Undo that please',
    'On reflection that was a mistake, keep it quiet',
    'Forget what I told you about telling Bo.',
    'I would rather Bo did not hear of it',
    'Hold it back from Bo',
    'Keep Bo out of this',
    "I'd prefer that you said nothing",
    'Wait, no!',
    "Actually, don't",
    "Bo doesn't have to know",
  ])('by: %s', async (text) => expect(await kindsOf(text)).toContain('confide'));
  it.each(['Did you tell Bo?', 'Bo told me he likes bread', 'I baked a cake today'])(
    'and not by: %s',
    async (text) => expect(await kindsOf(text)).toEqual([]),
  );
  it('only where one was given', async () =>
    expect(await kindsOf('I take that back', before.slice(0, 1))).toEqual([]));
});
