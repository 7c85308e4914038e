import { describe, expect, it } from '@jest/globals';
import { redactCredentials } from './find.js';

interface Language {
  /** What has a value of letters and signs. */
  readonly passwords: readonly string[];
  /** What has one of digits, with an article before it or none. */
  readonly codes: readonly string[];
  readonly copulas: readonly string[];
  readonly article: string;
  readonly harmless: readonly string[];
}
const languages: Readonly<Record<string, Language>> = {
  French: {
    passwords: [
      'mon mot de passe',
      'le mot de passe du wifi',
      'le mot de passe de la box',
      'le mdp',
      'la clé wifi',
      'la clé wpa',
      'le code wifi',
      'la phrase secrète',
    ],
    codes: [
      'le code',
      'mon code pin',
      "le code de l'alarme",
      "le code de l'immeuble",
      'le code du portail',
      'le code de la carte',
      'le digicode',
      "le code d'entrée",
      'le code de la boîte à clés',
    ],
    copulas: ["c'est", 'c’est', "c'est toujours", "c'est :", 'est', 'sera', "c'était", 'reste', ':', '='],
    article: 'le',
    harmless: [
      "le mot de passe c'est compliqué",
      "le mot de passe c'est toi qui l'as",
      "le mot de passe, c'est quoi déjà",
      'le mot de passe sera changé demain',
      'le mot de passe sera envoyé par mail',
      "le code c'est du Python 3",
      "le code postal c'est le 69003",
      "le code promo c'est SOLEIL20",
      "le digicode c'est cassé",
      "ma maison c'est le 12",
      "c'est le 4471 qui passe ici",
    ],
  },
  Spanish: {
    passwords: ['mi contraseña', 'la contraseña del wifi', 'la clave', 'la clave de la red', 'el password'],
    codes: [
      'el pin',
      'el PIN de la tarjeta',
      'el código',
      'el código del portal',
      'la clave de la alarma',
      'el código de la caja fuerte',
      'la combinación del candado',
    ],
    copulas: ['es', 'será', 'sigue siendo', 'ahora es', 'era', ':', '='],
    article: 'el',
    harmless: [
      'la clave será trabajar con calma',
      'la clave del éxito es dormir 8 horas',
      'la contraseña sigue siendo la misma',
      'el código es el 3 de la lista',
      'el código postal es el 28013',
      'el bus es el 4471',
      'el portal es el 12',
    ],
  },
  German: {
    passwords: [
      'das Passwort',
      'das WLAN-Kennwort',
      'der WLAN-Code',
      'das Passwort vom WLAN',
      'mein Netflix-Passwort',
      'der Netzwerkschlüssel',
    ],
    codes: [
      'die PIN',
      'die Handy-PIN',
      'der Türcode',
      'der Code für die Haustür',
      'der Code der Alarmanlage',
      'die Geheimzahl',
      'die Kombination vom Schloss',
    ],
    copulas: ['ist', 'lautet', 'heißt', 'ist jetzt', 'ist immer noch', 'bleibt', 'wäre', 'lautet:', ':', '='],
    article: 'die',
    harmless: [
      'das Passwort heißt bei uns Kennwort',
      'der Code wäre 300 Zeilen kürzer',
      'der Code ist die 3. Version',
      'das Telefon ist von 2019',
      'die Karte kostet 4471 Euro',
      'die Nummer ist die 110',
      'der Rabattcode lautet SOMMER20',
    ],
  },
};
const said = (name: string, copula: string, value: string): string =>
  `${name}${/^:/u.test(copula) ? '' : ' '}${copula} ${value}`;

describe.each(Object.entries(languages))(
  'what opens something, in %s',
  (_, { passwords, codes, copulas, article, harmless }) => {
    it('is gone whatever it is called and however that is joined to it', () => {
      const kept = copulas.flatMap((copula) => [
        ...passwords.flatMap((name) =>
          ['Dune!2024zz', 'violette77zz']
            .map((value) => ({ text: said(name, copula, value), value }))
            .filter(({ text, value }) => redactCredentials(text).includes(value)),
        ),
        ...codes.flatMap((name) =>
          ['5582', `${article} 5582`]
            .map((value) => ({ text: said(name, copula, value), value: '5582' }))
            .filter(({ text, value }) => redactCredentials(text).includes(value)),
        ),
      ]);
      expect(kept.map(({ text }) => text)).toEqual([]);
    });
    it.each(harmless)('is not seen in: %s', (text) => expect(redactCredentials(text)).toBe(text));
  },
);
