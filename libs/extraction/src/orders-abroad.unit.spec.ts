import { describe, expect, it } from '@jest/globals';
import { forgettingOf, inPlainWords, type Addressee } from '#safety';
import { clauseInEnglish } from './rules/statements/foreign.js';

const meant = (text: string, addressee: Addressee = 'agent') =>
  forgettingOf(inPlainWords(text, clauseInEnglish), addressee);

const all: readonly string[] = [
  'Vergiss alles über mich',
  'bitte vergiss alles, was du über mich weißt!',
  'Kannst du bitte alles über mich vergessen?',
  'Löschen Sie bitte alle meine Daten.',
  'Vergessen Sie bitte alles, was Sie über mich wissen',
  'ich möchte, dass du alles über mich löschst',
  'Vergiss mich bitte',
  'speicher nichts über mich',
  'oublie tout ce que tu sais de moi',
  "S'il te plaît, oublie tout sur moi",
  'Pouvez-vous oublier tout ce que vous savez sur moi ?',
  'efface toutes mes données stp',
  'Supprimez mes données personnelles, merci',
  "j'aimerais que tu oublies tout sur moi",
  'oublie-moi',
  'olvida todo sobre mí',
  'Olvida todo lo que sabes de mí, por favor',
  '¿puedes olvidar todo sobre mí?',
  'borra todos mis datos',
  'Quiero que olvides todo lo que sabes sobre mí',
  'por favor, elimine mis datos personales',
  'Kith, olvida todo sobre mí',
];
const everywhere: readonly string[] = [
  'Vergiss alles über mich überall',
  'oublie tout sur moi partout',
  'olvida todo sobre mí en todas partes',
];
const spared: readonly string[] = [
  'Vergiss alles über mich außer meinen Namen',
  'oublie tout sur moi sauf mon prénom',
  'olvida todo sobre mí menos mi nombre',
  'Vergiss alles über mich hier',
];
const that: readonly string[] = [
  'vergiss das',
  'Vergiss das bitte wieder',
  'Bitte vergessen Sie das.',
  'kannst du das wieder vergessen?',
  'vergiss, was ich gesagt habe',
  'oublie ça',
  'oubliez cela, svp',
  'tu peux oublier ça ?',
  'oublie ce que je viens de dire',
  'olvida eso',
  'olvida esto por favor',
  'puedes olvidar eso?',
  'olvida lo que acabo de decir',
];
const named: readonly (readonly [string, string])[] = [
  ['vergiss dass ich in Kiel wohne', 'I live in Kiel'],
  ['Bitte vergiss, dass ich zwei Katzen habe.', 'I have two cats'],
  ['vergiss, dass meine Schwester Birte in Ulm wohnt', 'my sister Birte lives in Ulm'],
  ['kannst du vergessen, dass ich vegan bin?', 'I am vegan'],
  ["oublie que j'habite à Lyon", 'I live in Lyon'],
  ['peux-tu oublier que je suis végétarien ?', 'I am vegetarian'],
  ['olvida que vivo en Vigo', 'I live in Vigo'],
  ['olvida que soy vegana', 'I am vegan'],
  ['Vergiss dass ich Gicht habe', 'Gicht'],
  ['vergiss das mit der Gicht', 'Gicht'],
  ['vergiss, was ich über Lena gesagt habe', 'Lena'],
  ['lösch meine Adresse', 'Adresse'],
  ["oublie que j'ai la goutte", 'goutte'],
  ["oublie ce que j'ai dit sur Théo", 'Théo'],
  ['efface mon adresse', 'adresse'],
  ['olvida lo de la mudanza', 'mudanza'],
  ['olvida lo que te dije de Marta', 'Marta'],
  ['borra mi dirección', 'dirección'],
];
const none: readonly string[] = [
  'vergiss nicht die Milch',
  'Vergiss das nicht!',
  'vergiss mich nicht',
  'Vergiss die Milch',
  'ich vergesse alles',
  'ich habe alles über mich gelesen',
  'Vergissmeinnicht blühen im Garten',
  'hast du das vergessen?',
  "n'oublie pas le pain",
  "oublie pas que j'habite à Lyon",
  "j'oublie tout en ce moment",
  'il oublie ça tout le temps',
  'oublie le pain',
  'no olvides el pan',
  'mi abuela olvida todo',
  'se me olvida todo',
  'olvida el pan',
  'no olvides que vivo en Vigo',
];

describe('an order to forget in German, French or Spanish', () => {
  it.each(all)('means all: %s', (text) =>
    expect(meant(text)).toMatchObject({ kind: 'about-me', ofEveryAgent: false }),
  );
  it.each(everywhere)('means every agent: %s', (text) =>
    expect(meant(text)).toMatchObject({ kind: 'about-me', ofEveryAgent: true }),
  );
  it.each(spared)('does nothing where something is to stay: %s', (text) =>
    expect(meant(text)).toEqual({ kind: 'about-me-except' }),
  );
  it.each(that)('means what was said last: %s', (text) => {
    expect(meant(text)).toMatchObject({ kind: 'what', what: null });
    expect(meant(text, 'all')).toMatchObject({ kind: 'take-back' });
  });
  it.each(['vergiss es', 'oublie-le', 'olvídalo'])('is talk among people: %s', (text) =>
    expect(meant(text, 'all')).toMatchObject({ kind: 'idle' }),
  );
  it.each(named)('names what shall go: %s', (text, what) =>
    expect(meant(text)).toMatchObject({ kind: 'what', what }),
  );
  it.each(none)('is none in: %s', (text) => {
    expect(inPlainWords(text, clauseInEnglish)).toBe(text);
    expect(meant(text)).toBeNull();
  });
  it('leaves the rest of the message as it is', () =>
    expect(inPlainWords('Ich wohne in Kiel. Vergiss das. Bis morgen!', clauseInEnglish)).toBe(
      'Ich wohne in Kiel. Forget that. Bis morgen!',
    ));
});
