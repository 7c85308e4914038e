import { describe, expect, it } from '@jest/globals';
import type { Directive } from '#safety';
import type { SubjectRef } from '#identity';
import { read } from './testing/reading.js';

const word = (ref: SubjectRef): string => {
  if (ref.kind === 'entity') return ref.entityId;
  return ref.kind === 'ambiguous' ? ref.candidates.join('|') : `~${ref.name}`;
};
const isConfiding = (directive: Directive): directive is Extract<Directive, { kind: 'confide' }> =>
  directive.kind === 'confide';

/** Whom what was said before is kept from. */
const keptFrom = async (
  text: string,
  ...given: [context?: object, change?: object]
): Promise<readonly string[]> =>
  (await read(text, ...given)).directives
    .filter(isConfiding)
    .flatMap(({ from, fromSpokenOf }) => [
      ...from.map(word),
      ...(fromSpokenOf ? ['whoever it is about'] : []),
    ]);

describe('what is kept from somebody by name', () => {
  it.each([
    ["please don't tell Bo", ['bo']],
    ['do NOT tell bo!', ['bo']],
    ['dont tell @cleo', ['cleo']],
    ['don\u2019t tell Bo or Cleo about it', ['bo', 'cleo']],
    ["don't tell Bo, Cleo and Mira", ['bo', 'cleo', 'mira']],
    ["don't tell my boss Bo", ['bo']],
    ["I'd rather you didn't tell Cleo", ['cleo']],
    ["don't let Bo find out", ['bo']],
    ["don't mention this to Cleo", ['cleo']],
    ["don't share it with Bo", ['bo']],
    ["don't say a word to Cleo", ['cleo']],
    ['not a word to Bo', ['bo']],
    ['not a word to my parents or to Bo', ['bo']],
    ['everyone may know except Bo', ['bo']],
    ['anybody can hear this, besides Cleo', ['cleo']],
    ['everybody can hear about the flat except Bo', ['bo']],
    ['anyone may know that I was sacked, but Cleo', ['cleo']],
    ['neither Bo nor Cleo may find out that I sold it', ['bo', 'cleo']],
    ['neither Cleo nor Mira should hear about the loan', ['cleo', 'mira']],
    ["I'd rather Bo didn't hear", ['bo']],
    ["hoping that Cleo doesn't find out", ['cleo']],
    ['this must not reach Bo before friday', ['bo']],
    ['the list should not be sent to Cleo', ['cleo']],
    ['Bo should not receive a copy', ['bo']],
    ['Cleo must not get the minutes', ['cleo']],
    ['keep this from Bo', ['bo']],
    ['keep that a secret from cleo please', ['cleo']],
    ['hide it from Mira', ['mira']],
    ["Bo mustn't know", ['bo']],
    ['bo must not find out', ['bo']],
    ["Bo and Cleo shouldn't hear about this", ['bo', 'cleo']],
    ["Mira can't know", ['mira']],
    ["Cleo isn't supposed to know", ['cleo']],
    ["Bo doesn't know yet", ['bo']],
    ['we do this without Bo knowing', ['bo']],
    ["this is not for Bo's ears", ['bo']],
    ['Bo must never find out', ['bo']],
    ["let's not tell bo", ['bo']],
    ['no telling Bo', ['bo']],
    ["Cleo's not meant to see this", ['cleo']],
    ['Bo is not to hear of it', ['bo']],
    ["mira doesn't have to know about it", ['mira']],
    ["Bo can't find out", ['bo']],
    ["we haven't told Bo yet", ['bo']],
    ['nobody tells Mira', ['mira']],
    ['keep Bo in the dark', ['bo']],
    ['tell everyone but Cleo', ['cleo']],
    ["I bought bo a drum kit. he can't find out!", ['bo', 'whoever it is about']],
    ["don't tell Sam", ['sam1|sam2']],
    ["don't tell Ana Ruiz", ['ana']],
    ["don't tell Zeno", ['~Zeno']],
    ["don't tell her", ['whoever it is about']],
    ["she mustn't know", ['whoever it is about']],
  ])('%s', async (text, from) => expect(await keptFrom(text)).toEqual(from));

  it('is kept from everybody who bears the name, whenever they came to it, but from whom an account says', async () => {
    const marek = (entityId: string, handle: string, knownSince: string) => ({
      entityId,
      kind: 'human' as const,
      names: [
        { text: handle, kind: 'handle' as const },
        { text: 'Marek', kind: 'display_name' as const },
      ],
      knownSince: new Date(knownSince),
    });
    const people = [marek('marek1', 'm1', '2026-01-01'), marek('marek2', 'm2', '2026-06-01')];
    expect(await keptFrom("don't tell Marek", { people })).toEqual(['marek1|marek2']);
    expect(await keptFrom("don't tell @m1", { people })).toEqual(['marek1']);
  });
  it('is known by a mention as the platform writes it', async () => {
    expect(await keptFrom("don't tell <@77>", {}, { mentionIds: ['bo'] })).toEqual(['bo']);
  });

  it('is known by a pronoun, as it is understood from what was said', async () => {
    const { facts } = await read("Cleo is getting a kayak for her birthday, don't tell her");
    expect(facts.map((fact) => fact.withheldFrom.map(word))).toEqual([['cleo']]);
  });

  it.each([
    ["I'm planning a trip to Malta, don't tell Bo", ['bo']],
    ['Keep this from Cleo: I am planning a trip to Crete', ['cleo']],
    ["I'm planning a trip to Oslo. Mira mustn't know.", ['mira']],
    ["I'm planning a trip to Bergen, do not let bo find out please", ['bo']],
    ["I'm planning a trip to Tartu. Not a word to @cleo!", ['cleo']],
    ["I'm planning a trip to Riga, don't mention it to Bo", ['bo']],
    ["I'm planning a trip to Turku. Bo and Cleo aren't supposed to know yet.", ['bo', 'cleo']],
  ])('keeps the fact of its own message from them: %s', async (text, from) => {
    const { facts } = await read(text);
    expect(facts.map((fact) => fact.withheldFrom.map(word))).toEqual([from]);
  });

  it('may be told in other words what it is', async () => {
    const whats = async (text: string) =>
      (await read(text)).directives.filter(isConfiding).map(({ what }) => what);
    expect(await whats('keep my surgery from Bo')).toEqual(['my surgery']);
    expect(await whats("Bo mustn't know about the surgery")).toEqual(['the surgery']);
    expect(await whats("Bo mustn't know about it")).toEqual([null]);
    expect(await whats('everyone may know about the ring except Bo')).toEqual(['the ring']);
  });

  it.each([
    "don't tell anyone",
    "don't tell me Bo is late",
    'everyone except Bo likes pizza',
    "Bo can't hear you",
    "Bo can't find out how the menu works",
    'if Bo asks, tell him the build is done',
    'neither Bo nor Cleo know how to swim',
    'neither Bo nor Cleo can hear well',
    'everyone knows about the party but Bo is late',
    'no surprise that Bo won',
    'the party was a surprise for Bo',
    "Bo isn't going to see the doctor",
    'I work with Cleo, not for Bo',
    "you don't have to keep this from Bo",
    'keep this from burning',
    'hide it from view',
    "don't tell Bo's sister",
    'everyone must not know',
    "don't let Bo drive",
    'I went without Bo yesterday',
    'Bo does not know how to swim',
    'nobody must know',
    'should I not tell Bo?',
    'I heard from Bo',
  ])('is nothing of: %s', async (text) => expect(await keptFrom(text)).toEqual([]));
});

describe('a fact that its own message keeps from somebody', () => {
  const fact = async (text: string) => (await read(text)).facts.find(({ confidence }) => confidence >= 0.7);
  it.each([
    ["I'm planning a trip to Crete, don't tell Bo", ['bo']],
    ["I'm planning a trip to Crete. Bo and Cleo mustn't know.", ['bo', 'cleo']],
    ["Keep this from Mira: I'm planning a trip to Crete", ['mira']],
    ["we plan a surprise party for Bo on Saturday, don't tell him", ['bo']],
    ["I'm planning a trip to Crete, don't tell Bo, Cleo is coming too", ['bo']],
    ["I'm planning a trip to Crete. @Bo must never find out!", ['bo']],
    ["Mira isn't meant to know, I'm planning a trip to Crete", ['mira']],
    ['everyone but Bo: the rehearsal is at the Mill at 7', ['bo']],
    ["I'm roasting a goose for Cleo on Friday - surprise!", ['cleo']],
    ["cleo's farewell is at the Mill on Monday, it's a surprise", ['cleo']],
    ['I knitted a scarf for mira, no spoilers', ['mira']],
    ['we plan to surprise Bo with a trip to Crete', ['bo']],
    ["you can tell people, just not Bo: I'm planning a trip to Crete", ['bo']],
    ["you can tell Cleo, but not Bo: I'm planning a trip to Crete", ['bo']],
    ["I'm planning a trip to Crete", []],
    ["I'm planning a trip to Crete, don't tell anyone", []],
  ])('%s', async (text, from) => expect((await fact(text))?.withheldFrom.map(word)).toEqual(from));

  it('is all that its message tells, where the order runs into it', async () => {
    for (const text of [
      "Bo can't find out I sold the piano",
      "Bo isn't supposed to know I sold the piano",
      'Bo isn\u2019t allowed to know that I sold the piano',
      "let's not tell Bo I sold the piano",
    ])
      expect((await read(text)).facts.map(({ content }) => content)).toEqual(['Sold the piano']);
  });

  it('is personal to nobody when it is kept from some alone, in a group', async () => {
    for (const text of [
      "I'm planning a trip to Crete. Bo mustn't know.",
      "Keep this from Bo: I'm planning a trip to Crete",
    ]) {
      const found = await fact(text);
      expect([found?.sensitivity, found?.disclosure]).toEqual([0, 'conversation_private']);
    }
  });
});

describe('what it is that is kept', () => {
  const matters = async (text: string): Promise<readonly (string | null)[]> =>
    (await read(text)).directives.filter(isConfiding).map(({ what }) => what);
  it.each([
    ['dnt tell bo abt the canoe pls', 'the canoe'],
    ["cleo musn't know about the loan", 'the loan'],
    ['I do not want Bo to hear about the loan', 'the loan'],
    ['lets keep Cleo out of the audition thing', 'the audition'],
    ["don't bring up the lawsuit with Bo please", 'the lawsuit'],
    ['if Bo asks about the canoe, you know nothing', 'the canoe'],
    ["don't tell Bo where I work", 'where I work'],
    ["don't tell Bo my age", 'my age'],
    ['don\u2019t mention my exam around Cleo', 'my exam'],
    ['about the canoe: bo is not allowed to hear it', 'the canoe'],
  ])('is named: %s', async (text, what) => {
    expect((await matters(text)).map((found) => found?.replace(/ thing$/u, ''))).toEqual([what]);
  });
  it.each([
    ['sag Bo bitte nichts davon', ['bo']],
    ['erzähl Cleo nicht, dass ich ausziehe', ['cleo']],
    ['Bo darf das auf keinen Fall nicht erfahren', ['bo']],
    ['no se lo digas a Bo', ['bo']],
    ['que Cleo no se entere', ['cleo']],
    ['ne dis rien à Bo', ['bo']],
    ['Cleo ne doit pas le savoir', ['cleo']],
    ['das bleibt bitte unter uns', []],
    ['que quede entre nosotros', []],
    ['ça reste entre nous', []],
  ])('is kept in other languages: %s', async (text, from) => {
    expect((await read(text)).directives.filter(isConfiding)).toHaveLength(1);
    expect(await keptFrom(text)).toEqual(from);
  });
  it.each([
    'keep Bo out of trouble',
    'we never discuss football with Cleo',
    'I do not want Bo at my party',
    'sag mal Bo, kommst du nicht?',
    'Cleo no sabe nadar',
    'je parle à Bo',
    "I don't know what Bo told you",
  ])('is nothing: %s', async (text) => expect((await read(text)).directives.filter(isConfiding)).toEqual([]));
});
