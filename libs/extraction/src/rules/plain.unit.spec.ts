import { describe, expect, it } from '@jest/globals';
import { factsOf as kept } from '../testing/reading.js';

describe('a plain sentence that no frame knows', () => {
  it.each([
    ['I wear hearing aids in both ears', 'ana: Wears hearing aids in both ears'],
    ['my router is a FritzBox 7590', 'ana: Router is a FritzBox 7590'],
    ['my insulin pump is the Tandora X2', 'ana: Insulin pump is the Tandora X2'],
    ['i maintain quillfs, since the 0.3 days', 'ana: Maintains quillfs'],
    [
      'staging deploys are frozen until the audit is done',
      'place: Staging deploys are frozen until the audit is done',
    ],
    [
      'me and Cleo booked the night train to Narvik for february',
      'ana+cleo: Booked the night train to Narvik for february',
    ],
    ['finally got my forklift licence on friday', 'ana: Got forklift licence on friday (2026-03-06)'],
  ])('is kept when a careful reader would: %s', async (text, fact) => {
    expect((await kept(text)).map((one) => one.replace(/^: /u, 'place: '))).toContain(fact);
  });

  it.each([
    'i have a question about the menu',
    'my printer keeps losing its connection',
    'My scanner tries to print on both sides',
    'i keep having my uploads rejected',
    'I get "no carrier" when the cable is in',
    'I second that bakery',
    'going to feed the goats, brb',
    'okay then I will use the blue one then',
    'Rust in Practice Explains Borrow Rules',
    "'cause that router is ancient",
    'I have a few around the house',
    'I have chores way more important than this silly game',
    'i have an acl that is not being applied',
    'gonna eat and see my sister',
    "I'm in the same boat",
    "I'm hoping patch 12",
    'a good part of my users are deaf',
    "I'm in a meeting",
    'my point is that nobody asked',
    'my sound is not working again',
    'I went back to bed',
    'i just rebooted and it works now',
    'I am so confused right now',
    'the other thread has the answer',
    'linux is great',
    'I guess it was fine',
    'how do i tell my landlord about the leak',
    'we agreed to disagree',
  ])('is left alone when it passes: %s', async (text) => expect(await kept(text)).toEqual([]));

  it('keeps what "only" is about', async () => {
    expect(await kept('lol i only use debian for my mail server')).toEqual([
      'ana: Only uses debian for mail server',
    ]);
  });

  it('stands without the offer that follows it', async () => {
    expect(await kept('my ign is Mossgrave if anyone wants to add me')).toEqual(['ana: IGN: Mossgrave']);
  });

  it('is not a statement when its truth hangs on a condition', async () => {
    expect(await kept('i will buy the blue kayak if it rains on sunday')).toEqual([]);
  });
});
