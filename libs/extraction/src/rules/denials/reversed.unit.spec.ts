import { describe, expect, it } from '@jest/globals';
import type { WindowMessage } from '../../fact-extractor.js';
import { message, read } from '../../testing/reading.js';

const at = (minutes: number): Date => new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000);
const by = (authorId: string, text: string, minutes: number): WindowMessage =>
  message(text, {
    recordId: `${authorId}-${String(minutes)}`,
    messageId: `${authorId}-${String(minutes)}`,
    authorId,
    sentAt: at(minutes),
  });
const comesOf = async (text: string, before: readonly WindowMessage[]) => {
  const reading = await read(text, { before });
  return {
    ended: reading.directives.flatMap((one) =>
      one.kind === 'end' && one.said.length > 0 ? [`${one.what} ${one.said.join(' ')}`] : [],
    ),
    corrects: reading.corrects ?? [],
  };
};

describe('what its speaker goes back on, by how they open', () => {
  it.each([
    ["I'm quitting the orchestra in may", "plot twist, I'm staying"],
    ['the lake is my favourite place', 'on second thought it stinks'],
    ["I'll take the night train", 'I changed my mind'],
    ['I adopted a llama', 'jk i only fed one'],
    ['ich komme am Sonntag mit', 'doch nicht, zu müde'],
  ])('%s - %s', async (told, text) =>
    expect(await comesOf(text, [by('ana', told, 40), by('bo', 'wow', 30)])).toEqual({
      ended: ['own ana-40'],
      corrects: ['ana-40'],
    }),
  );
  it('is what shares its matter, whatever was said since', async () =>
    expect(
      await comesOf('correction, the ferry leaves from Rostock harbour', [
        by('ana', 'the ferry leaves from Kiel at nine', 30),
        by('ana', 'bring warm socks', 10),
      ]),
    ).toEqual({ ended: ['own ana-30'], corrects: ['ana-30'] }));
  it('takes with it what others agreed to in a few words', async () =>
    expect(
      await comesOf('on second thought no', [
        by('ana', 'the rehearsal is at the quay', 9),
        by('bo', 'agreed, rehearsal at the quay', 8),
        by('cleo', 'the quay has a long history of floods and fires by now', 7),
      ]),
    ).toEqual({ ended: ['own ana-9', 'of-the-place bo-8'], corrects: ['ana-9', 'bo-8'] }));
  it.each([
    ['ana', 'who is coming?', 'never mind'],
    ['bo', 'I live in Vigo', 'on second thought it stinks'],
    ['ana', 'I live in Vigo', 'what a plot twist in that film'],
    ['ana', 'I live in Vigo', 'plot twist?'],
  ])('and nothing else: %s: %s - %s', async (author, told, text) =>
    expect((await comesOf(text, [by(author, told, 5)])).ended).toEqual([]),
  );
});
