import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { eventLogMigrations } from '#event-log';
import { testDatabase } from '#testing';
import { readModelMigrations } from '../migrations.js';
import { formsIn, nameForms } from './name-forms.js';

const isFoundBy = (name: string, text: string): boolean => {
  const forms = new Set(nameForms(name));
  return [...formsIn(text)].some((form) => forms.has(form));
};

describe('the forms of a name', () => {
  it.each([
    ['Sofía', 'does sofia sing?'],
    ['Sofia', 'does Sofía sing?'],
    ['Jörg', 'and Joerg?'],
    ['Weiß', 'Weiss called'],
    ['Tomás', 'where is Tom'],
    ['xX_Liese_Xx', 'Liese!'],
    ['xX_Liese_Xx', 'ask @xX_Liese_Xx'],
    ['🌻', 'what does 🌻 like?'],
    ['𝓢𝓪𝓫𝓲𝓷𝓮', 'sabine'],
    ['ΆΝΝΑ', 'Αννα;'],
    ['Marianne', 'is Mari\u00ADanne in?'],
    ['Jean\u2011Luc', 'jean-luc?'],
    ['田中', 'where is 田中さん?'],
    ['Mika', 'ask Mika-san'],
  ])('of %s are met by %s', (name, text) => expect(isFoundBy(name, text)).toBe(true));
  it.each([
    ['Мarta', 'Marta'],
    ['Rosalind', 'is Rosa in?'],
  ])('of %s are not met by %s', (name, text) => expect(isFoundBy(name, text)).toBe(false));
});

describe('names of an older store', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
  });
  afterAll(() => database.close());

  it('are found without their marks, too', async () => {
    const [folded] = readModelMigrations.filter(({ name }) => name === '0155-folded-names');
    const id = '00000000-0000-4000-8000-000000000001';
    for (const form of ['zoë', 'jürgen', 'łukasz', 'weiß', 'kai'])
      await database.query('insert into entity_alias_forms values ($1, $2, $3)', ['default', form, id]);
    for (const statement of folded?.statements ?? []) await database.query(statement);
    const rows = await database.query<{ form: string }>('select form from entity_alias_forms order by 1');
    expect(rows.map(({ form }) => form).filter((form) => /^[a-z]+$/u.test(form))).toEqual([
      'juergen',
      'jurgen',
      'kai',
      'lukasz',
      'weiss',
      'zoe',
    ]);
  });
});
