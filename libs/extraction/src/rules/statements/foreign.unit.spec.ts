import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { factsOf, message } from '../../testing/reading.js';
import { foreignSchema } from '../../words/foreign-frames.js';

const languages = Object.entries(
  foreignSchema.parse(
    JSON.parse(readFileSync(new URL('../../../data/foreign.json', import.meta.url), 'utf8')),
  ),
);

describe('a frame of another language', () => {
  const forms = languages.flatMap(([name, { frames, mine, kin, counts, things, months }]) =>
    frames.flatMap(({ self, kin: ofKin }) =>
      [...self, ...ofKin].map((form) => [
        name,
        form
          .replace('{x}', 'Toledo')
          .replace('{n}', '34')
          .replace('{kin}', `${mine[0] ?? ''} ${Object.keys(kin)[0] ?? ''}`)
          .replace('{thing}', `${Object.keys(counts)[2] ?? ''} ${Object.keys(things)[2] ?? ''}`)
          .replace('{name}', 'Birte')
          .replace('{pronouns}', 'ella/elle')
          .replace('{day}', `8 ${Object.keys(months)[2] ?? ''}`),
      ]),
    ),
  );
  it('tells one fact of who says it, each', async () => {
    const silent: string[] = [];
    for (const [name = '', text = ''] of forms) {
      const facts = await factsOf(text);
      if (facts.length !== 1 || !/^ana: /u.test(facts[0] ?? ''))
        silent.push(`${name}: ${text} => ${facts.join(' | ')}`);
    }
    expect(silent).toEqual([]);
  });
});

describe('what is said in another language', () => {
  it.each([
    ['Vivo en Huesca y trabajo en un colegio', ['Lives in Huesca', 'Works at a colegio']],
    ['yo también soy alérgica a los mejillones', ['Allergic to mejillones']],
    ['mi hermano vive en Oporto, the one with the boat', ['Brother lives in Oporto']],
    ['no me gustan las aceitunas!', ['Does not like aceitunas']],
    ['mi cumpleaños es el 3 de mayo', ['Birthday: 3 may']],
    ['Bin jetzt Vegetarierin, seit Ostern', ['Vegetarian']],
    ['Ich mag keine Oliven und wohne in Fulda', ['Does not like Oliven', 'Lives in Fulda']],
    ['mein Geburtstag ist am 8. März', ['Birthday: 8 march']],
    ['meine Schwester Birte wohnt in Ulm', ['Sister: Birte', 'Lives in Ulm']],
    ['ich habe zwei Katzen', ['Has two cats']],
    ["J'habite à Nantes et j'adore la randonnée", ['Lives in Nantes', 'Loves randonnée']],
    ['je ne mange pas de porc', ['Does not eat porc']],
    ["j'ai 41 ans", ['41 years old']],
    ['mes pronoms sont iel/ielle', ['Pronouns: iel/ielle']],
  ])('%s', async (text, facts) =>
    expect((await factsOf(text)).map((one) => one.replace(/^\S+: /u, ''))).toEqual(facts),
  );
  it.each([
    '¿vives en Madrid?',
    'vivo en Madrid?',
    'ya no vivo en Madrid',
    'si vivo en Madrid es por ti',
    'me gusta cuando llueve',
    'me gusta eso',
    'dice que vivo en Madrid',
    'Ich bin gleich da',
    'ich mag dich',
    'wenn ich groß bin, wohne ich in Rom',
    'ich wohne nicht in Rom',
    'vielleicht wohne ich in Rom',
    'mein Bruder wohnt nicht mehr in Ulm',
    "j'ai faim",
    "j'aime bien ça",
    "si j'habite à Lyon un jour",
    'je ne vis plus à Lyon',
    '> vivo en Huesca',
    'no se lo digas a nadie',
  ])('is no fact in: %s', async (text) => expect(await factsOf(text)).toEqual([]));
  it('is as delicate as in English, and an answer all the same', async () => {
    expect(
      await factsOf('en Huesca', {
        before: [message('¿dónde vives?', { authorId: 'bo', sentAt: new Date('2026-03-11T09:59:00Z') })],
      }),
    ).toEqual([]);
  });
});
