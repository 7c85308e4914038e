import { describe, expect, it } from '@jest/globals';
import { factsOf } from '../testing/reading.js';
import { inEnglishOnly, languageOf } from './language.js';

describe('the language of a sentence', () => {
  it.each([
    ['wir singen im Pfarrhaus, weil das Dach undicht ist', 'german'],
    ['Unser Kater ist im Keller, er heißt Momo', 'german'],
    ['ich bin alt genug, da kann mir keiner was', 'german'],
    ['es muss heute noch sein', 'german'],
    ['tengo tres primos', 'spanish'],
    ['no como pescado porque no me gusta', 'spanish'],
    ["c'est la fin du mois", 'french'],
    ["j'ai peur des araignées", 'french'],
  ])('%s', (sentence, language) => expect(languageOf(sentence)).toBe(language));
  it.each([
    'im so tired',
    'im so müde',
    'Das Boot is my favourite film',
    'I live in Los Angeles and work at La Poste',
    'Las Vegas trip booked',
    'Les Mis is on tonight',
    'the call is at 9am EST',
    'I would die for a coffee in the morning',
    "c'mon then, we are late",
    'my boss Juan de la Cruz moved to El Paso',
    'mi hermano vive en Oporto, the one with the boat',
    'lol',
  ])('is not told to be another in: %s', (sentence) => expect(languageOf(sentence)).toBeNull());
  it('leaves no sentence of another language to be read as English', () =>
    expect(inEnglishOnly('Im Garten ist es schön. I like tea.').trim()).toBe('I like tea.'));
});

describe('a sentence in another language', () => {
  it.each([
    'wir singen im Pfarrhaus weil das Dach undicht ist',
    'Mein Kater ist im Keller, er heißt Momo',
    'ich bin alt, da kann mich kein Regen schrecken',
    'wir sind im Urlaub und die Katze ist bei Oma',
    'elle est née dans un train et aime les gares',
    'mi jefe es de los que no se van nunca',
  ])('states nothing in English: %s', async (text) => expect(await factsOf(text)).toEqual([]));
  it.each([
    ['ich vertrage kein Ei', ['Cannot eat Ei']],
    ['Ich hab Angst vor Spinnen', ['Afraid of Spinnen']],
    ['ich habe Höhenangst', ['Afraid of heights']],
    ['no puedo comer lactosa', ['Cannot eat lactosa']],
    ["j'ai peur des hauteurs", ['Afraid of heights']],
    ['Ich wohne in Fulda. I like tea.', ['Lives in Fulda', 'Likes tea']],
  ])('is read by the frames of its own: %s', async (text, facts) =>
    expect((await factsOf(text)).map((one) => one.replace(/^\S+: /u, '')).toSorted()).toEqual(
      facts.toSorted(),
    ),
  );
});
