import { describe, expect, it } from '@jest/globals';
import type { KnownKin } from '../fact-extractor.js';
import { factsOf, read } from '../testing/reading.js';

const told = (word: string, name: string, entityId: string, at = '2026-01-05T09:00:00Z'): KnownKin => ({
  word,
  name,
  entityId,
  toldAt: new Date(at),
});

describe('somebody of the speaker’s life', () => {
  it.each([
    ['my wife Ingrid is a vet', 'wife', 'Ingrid'],
    ['Tom is my brother', 'brother', 'Tom'],
    ['my mum, Rosa, lives in Cork', 'mother', 'Rosa'],
    ['my son is called Max', 'son', 'Max'],
    ['I went sailing with my husband Paul', 'husband', 'Paul'],
    ["I love my uncle Igor's soup", 'uncle', 'Igor'],
    ['my older sister Anneke moved to Bonn', 'older sister', 'Anneke'],
  ])('is named by: %s', async (text, word, name) => {
    const names = (await read(text)).facts.flatMap((fact) => (fact.names ? [fact.names] : []));
    expect(names).toEqual([{ word, name, ref: expect.objectContaining({ kind: 'kin', name }) }]);
  });

  it('is another than the same name of another speaker', async () => {
    const ids = await Promise.all(
      ['ana', 'bo'].map(async (authorId) => {
        const { facts } = await read('my wife Ingrid is a vet', {}, { authorId });
        return JSON.stringify(facts.at(-1)?.subjects);
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['my wife is a vet', [told('wife', 'ingrid', 'i')], 'i: Is a vet'],
    ['Ingrid is a vet', [told('wife', 'ingrid', 'i')], 'i: Is a vet'],
    ['my mum lives in Cork', [told('mother', 'rosa', 'r')], 'r: Lives in Cork'],
    ['my brother lives in Cork', [told('brother', 'tom', 't')], 't: Lives in Cork'],
    ['my sister lives in Cork', [told('older sister', 'anneke', 'a')], 'a: Lives in Cork'],
    ['my wife is a vet', [told('wife', 'ingrid', 'i'), told('wife', 'maud', 'm')], 'm: Is a vet'],
    ['my wife Ingrid is a vet', [told('girlfriend', 'ingrid', 'i')], 'i: Is a vet'],
    ['Anne-Marie is a vet', [told('wife', 'anne marie', 'am')], 'am: Is a vet'],
  ])('is meant by: %s', async (text, kin, fact) => expect((await factsOf(text, { kin })).at(-1)).toBe(fact));

  it.each([
    ['my brother lives in Cork', [told('brother', 'tom', 't'), told('brother', 'jan', 'j')]],
    ['my friend lives in Cork', [told('friend', 'tom', 't')]],
    ['my sister lives in Cork', [told('brother', 'tom', 't')]],
  ])('is nobody in particular in: %s', async (text, kin) =>
    expect((await factsOf(text, { kin })).at(-1)).toMatch(/^ana: (?:Brother|Friend|Sister) lives in Cork$/u),
  );

  it('is never guessed between two of a name', async () => {
    const both = [told('wife', 'ingrid', 'i'), told('boss', 'ingrid', 'b')];
    expect((await factsOf('Ingrid is a vet', { kin: both })).at(-1)).toBe('?: Is a vet');
    expect((await factsOf('my boss is a vet', { kin: both })).at(-1)).toBe('b: Is a vet');
    expect((await factsOf('Cleo is a vet', { kin: [told('wife', 'cleo', 'c')] })).at(-1)).toBe('?: Is a vet');
  });

  it('is told apart from the wife of whom one speaks', async () => {
    const { facts } = await read("Bo's wife is a vet", { kin: [told('wife', 'ingrid', 'i')] });
    expect(facts.flatMap((fact) => fact.subjects)).not.toContainEqual({ kind: 'entity', entityId: 'i' });
  });

  it('is noted as what the reading rests on', async () => {
    const used = async (text: string) => (await read(text)).usedKin;
    expect(await Promise.all(['my wife is a vet', 'Ingrid is a vet', 'I am a vet'].map(used))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
