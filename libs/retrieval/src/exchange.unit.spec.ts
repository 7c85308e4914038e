import { describe, expect, it } from '@jest/globals';
import { goesOnWith, type SpokenLine } from './index.js';

const noon = Date.parse('2026-05-01T12:00:00Z');
let lines = 0;
const line = (
  speakerId: string,
  text: string,
  minutes: number,
  repliesTo: string | null = null,
): SpokenLine => {
  lines += 1;
  return { id: `l${String(lines)}`, speakerId, text, at: new Date(noon + minutes * 60_000), repliesTo };
};
const textsAfter = (first: SpokenLine, ...later: readonly SpokenLine[]): readonly string[] =>
  goesOnWith(first, later).map(({ text }) => text);

describe('a question goes on', () => {
  const asked = line('fleur', 'who has a spare tent?', 0);
  it('with what others say to it', () => {
    expect(textsAfter(asked, line('babs', 'me', 1), line('ola', 'same here', 2))).toEqual([
      'me',
      'same here',
    ]);
  });
  it('with its replies alone, where there are any, however late', () => {
    const late = line('ola', 'i do', 90, asked.id);
    expect(textsAfter(asked, line('babs', 'lunch anybody else', 1), late)).toEqual(['i do']);
  });
  it('with nothing that whoever asks adds', () => {
    expect(textsAfter(asked, line('fleur', 'mine has a hole', 1))).toEqual([]);
  });
  it('no further than the next question', () => {
    expect(textsAfter(asked, line('babs', 'what time do we leave?', 1), line('ola', 'at nine', 2))).toEqual(
      [],
    );
  });
  it('with nothing that replies to another line', () => {
    expect(textsAfter(asked, line('babs', 'at nine', 1, 'l-other'))).toEqual([]);
  });
  it('with nothing said much later', () => {
    expect(textsAfter(asked, line('babs', 'me', 16))).toEqual([]);
  });
});

describe('a statement goes on', () => {
  const met = line('ivo', 'met the architect today', 0);
  it('with what its speaker adds of whom it names', () => {
    expect(textsAfter(met, line('ivo', "her name's Birgit Holm", 1))).toEqual(["her name's Birgit Holm"]);
  });
  it.each([
    ['another says', line('ola', 'she is good', 1)],
    ['is about something else', line('ivo', 'lunch was great', 1)],
    ['is asked', line('ivo', 'she was here before?', 1)],
    ['comes later', line('ivo', "her name's Birgit Holm", 5)],
  ])('with nothing that %s', (_, next) => {
    expect(textsAfter(met, next)).toEqual([]);
  });
});
