import { describe, expect, it } from '@jest/globals';
import {
  antecedentOf,
  directoryOf,
  firstNameOf,
  foldName,
  kinshipOf,
  mayName,
  pronounGender,
  resolveName,
  type NamedPerson,
} from './index.js';

const person = (
  entityId: string,
  handle: string,
  display: string,
  since = '2026-01-01T00:00:00Z',
): NamedPerson => ({
  entityId,
  names: [
    { text: handle, kind: 'handle' },
    { text: display, kind: 'display_name' },
  ],
  knownSince: new Date(since),
});
const now = new Date('2026-03-01T00:00:00Z');
const resolve = (people: readonly NamedPerson[], name: string) => resolveName(directoryOf(people), name, now);

describe('a name', () => {
  it('is the same in any case, width and with a leading at-sign or a possessive', () => {
    expect(['@Dana', 'dana', 'DANA\u2019s', '\uff24ana'].map(foldName)).toEqual([
      'dana',
      'dana',
      'dana',
      'dana',
    ]);
  });
  it('has a first name when it has several words, titles aside', () => {
    expect([
      firstNameOf('Jamie Park'),
      firstNameOf('Dr. Ines Shah'),
      firstNameOf('Linda Park (mother)'),
      firstNameOf('Zoe'),
    ]).toEqual(['jamie', 'ines', 'linda', null]);
  });
  it('finds somebody by handle, display name and first name', () => {
    const people = [person('1', 'jp_99', 'Jamie Park')];
    for (const name of ['JP_99', 'Jamie Park', 'jamie'])
      expect(resolve(people, name)).toEqual({ kind: 'one', entityId: '1' });
  });
  it.each([
    ['Sofía', 'sofia'],
    ['Zoë', 'ZOE'],
    ['Nadia 🌿', 'nadia'],
    ['🎣 Bríd 🎣', 'Brid'],
    ['Jörg Süß', 'Joerg Suess'],
    ['Jörg Süß', 'Jorg Suss'],
    ['Bjørn Ågård', 'Bjoern Aagaard'],
    ['Þóra', 'Thora'],
    ['Łukasz', 'lukasz'],
    ['İpek', 'ipek'],
    ['Nguyễn Hà', 'Nguyen Ha'],
    ['Άννα', 'ΑΝΝΑ'],
    ['Ｋｅｎｊｉ', 'kenji'],
    ['𝕋𝕠𝕧𝕖', 'Tove'],
    ['kurt_', 'kurt'],
    ['_tom_', 'Tom'],
    ['tom|away', 'tom'],
    ['[tilde]', 'tilde'],
    ['xX_Liese_Xx', 'liese'],
    ['XxVolkerxX', 'Volker'],
    ['卍 Dagny 卍', 'Dagny'],
    ['Prof. Amsel', 'Amsel'],
    ['Amsel', 'Dr. Amsel'],
    ['Ronan O’Dowd', 'Ronan ODowd'],
    ['Inga (she/her)', 'Inga'],
    ['Alexandra', 'Alex'],
    ['Tomás Reyes', 'Tom'],
    ['bruno#1234', 'Bruno'],
    ['Jean-Luc', 'Jean\u2011Luc'],
    ['Jean\u2010Luc', 'jean-luc'],
    ['Mari\u00ADanne', 'Marianne'],
    ['Sigrid', 'Sig\u200Brid'],
    ['Tanaka', 'Tanaka-san'],
    ['田中さん', '田中'],
    ['Yuki-chan', 'Yuki'],
    ['Mika', 'Mikaさん'],
    ['철수', '철수님'],
    ['Ramesh', 'Ramesh-ji'],
    ['Dr. Sato', 'Sato-sensei'],
  ])('is the same in every way it is written: %s, %s', (known, asked) => {
    expect(resolve([person('1', 'h-1', known)], asked)).toMatchObject({ kind: 'one', entityId: '1' });
  });
  it.each([
    ['Аlva', 'Alva'],
    ['Mari1yn', 'Marilyn'],
    ['Vvilma', 'Wilma'],
    ['Rosalind', 'Rosa'],
    ['Joan', 'Jo'],
    ['Gabrielle', 'Gabriel'],
    ['Anna', 'Ana'],
    ['kurt2', 'kurt'],
    ['gil#4471', 'gil#4417'],
    ['Mrs. Holm', 'Mr. Holm'],
    ['Tilda’s brother', 'Tilda'],
    ['Runa Fan Club', 'Runa'],
    ['marta_real', 'Marta'],
    ['🌻', '🌼'],
    ['йод', 'иод'],
    ['ガイ', 'カイ'],
    ['Maximilian', 'Maxi M'],
    ['Kisan', 'Ki'],
    ['Anne-Marie', 'Anne Rosa'],
    ['Benji', 'Ben'],
    ['さん', '田中さん'],
    ['Jean-Luc', 'Jean'],
  ])('is not taken for one that only looks like it: %s, %s', (known, asked) => {
    expect(resolve([person('1', 'h-1', known)], asked)).toEqual({ kind: 'nobody' });
  });
  it('is theirs who have the very name, before anybody who may be called so', () => {
    const people = [
      person('1', 'kurt_', 'Kurt B'),
      person('2', 'kurt', 'k'),
      person('3', 'alexa', 'Alexandra'),
    ];
    expect(resolve([person('1', 'kurt_', 'x'), person('2', 'kurt', 'k')], 'kurt')).toMatchObject({
      entityId: '2',
    });
    expect(resolve([...people, person('4', 'al', 'Alex')], 'Alex')).toMatchObject({ entityId: '4' });
  });
  it('in short is a question where it fits two', () => {
    const people = [person('1', 'a', 'Alexandra'), person('2', 'b', 'Alexander Ruiz')];
    expect(resolve(people, 'Alex')).toEqual({ kind: 'several', candidates: ['1', '2'] });
  });
  it('costs little, however it is written', () => {
    const hostile = [
      '.'.repeat(256),
      `${'._'.repeat(120)}a`,
      `x_${'a_'.repeat(100)}`,
      '🌿'.repeat(80),
      '['.repeat(32_000),
    ];
    const started = performance.now();
    for (const name of hostile) resolve([person('1', name, name)], `${name}b`);
    expect(performance.now() - started).toBeLessThan(200);
  });
  it('of two people is nobody’s until somebody decides', () => {
    expect(resolve([person('1', 'sam1', 'Sam Lee'), person('2', 'sam2', 'Sam Ray')], 'Sam')).toEqual({
      kind: 'several',
      candidates: ['1', '2'],
    });
  });
  it('belongs to whoever was known by then rather than to a newcomer', () => {
    const people = [person('old', 'sam', 'Sam'), person('new', 'sam2', 'Sam Ray', '2026-04-01T00:00:00Z')];
    expect(resolve(people, 'sam')).toEqual({ kind: 'one', entityId: 'old' });
  });
  it('is nobody’s where the only one who is called so came later', () => {
    expect(resolve([person('new', 'ola', 'Ola', '2026-04-01T00:00:00Z')], 'ola')).toEqual({ kind: 'nobody' });
  });
});

describe('a bare word', () => {
  const form = {
    text: 'rage',
    marked: false,
    capitalised: false,
    startsSentence: true,
    unmistakableGrammar: true,
    commonWord: true,
  };
  it('of the language is nobody, whoever has it for a nick', () => {
    expect(mayName(form)).toBe(false);
    expect(mayName({ ...form, capitalised: true })).toBe(false);
  });
  it('names somebody when it is marked, or capitalised inside a sentence', () => {
    expect(mayName({ ...form, marked: true })).toBe(true);
    expect(mayName({ ...form, capitalised: true, startsSentence: false })).toBe(true);
  });
  it('that is no word of the language names somebody by its grammar', () => {
    expect(mayName({ ...form, text: 'dana', commonWord: false })).toBe(true);
    expect(mayName({ ...form, text: 'dana', commonWord: false, unmistakableGrammar: false })).toBe(false);
  });
});

describe('a pronoun', () => {
  const same = (a: string, b: string): boolean => a === b;
  const mia = { who: 'mia', gender: 'female' } as const;
  const lea = { who: 'lea', gender: 'female' } as const;
  const tom = { who: 'tom', gender: 'male' } as const;
  it('means the last person who fits', () => {
    expect(antecedentOf('female', [[mia], [tom]], same)).toEqual({ kind: 'one', who: 'mia' });
    expect(antecedentOf('male', [[mia, tom]], same)).toEqual({ kind: 'one', who: 'tom' });
  });
  it('that fits two is a question', () => {
    expect(antecedentOf('female', [[mia, lea]], same)).toEqual({ kind: 'several', who: ['mia', 'lea'] });
  });
  it('without anybody before it means nobody', () => {
    expect(antecedentOf('any', [], same)).toEqual({ kind: 'nobody' });
  });
  it('tells a gender, or none', () => {
    expect(['she', 'his', 'them', 'it'].map(pronounGender)).toEqual(['female', 'male', 'any', null]);
  });
});

describe('a kinship word', () => {
  it('is kept under one word for all its spellings', () => {
    expect([kinshipOf('Mum')?.word, kinshipOf('hubby')?.word, kinshipOf('printer')]).toEqual([
      'mother',
      'husband',
      null,
    ]);
  });
});
