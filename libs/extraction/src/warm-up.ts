import type { FactExtractor, KnownPerson, ReadingContext, WindowMessage } from './fact-extractor.js';

/** One line of each kind that there are rules for: what is said, asked, ordered, kept, taken back and forgotten. */
const warmingLines: readonly string[] = [
  'I moved to a small flat in Lindau last spring, and my sister Ona keeps bees; her birthday is on 4 May.',
  "I'm allergic to walnuts, I work as a nurse at the hospital and I don't eat meat any more.",
  "Don't tell Bo that I'm leaving, please keep it between us, nobody else knows yet, ok?",
  'Not a word to anyone: this stays in this group, it must not leave the room, and only we know so far.',
  'You can tell Bo about the ring, but nobody else may know. Ona can know too.',
  'If Bo asks, I was at home; he would flip if he found out about the ring.',
  "It's a surprise party for Bo, we are hiding it from him, he mustn't know.",
  'Forget that I like opera. Please delete everything you know about me, I want all my data to be erased.',
  'I hereby request the erasure of all the data you have about me.',
  "Don't remember anything about me. Never store my personal details.",
  'Remember that the office closes at 5pm on Fridays. Note: my shift is 9-17, Mon to Thu.',
  "That wasn't me, my little brother used my phone, sorry.",
  'Actually I meant Oslo, not Bergen. No, the 14th. Just kidding!',
  "We no longer live in Kiel, I quit the choir, and the match on Sunday is off. That's not true, I never said so.",
  "My password is hunter22x, the door code is 4417 and the token is 'q8Zt-11xx-9Lp2'.",
  "My dad's lungs are bad, she is pregnant, he drinks in secret and they owe 3,000 euros since the divorce.",
  'Apparently Ona got a new job as a teacher; I think she said she starts next week. Let us pretend we are pirates.',
  'Vergiss bitte, was ich gesagt habe. Ich wohne in Linz und meine Schwester Ona ist Lehrerin. Sag Bo nichts davon.',
  'No se lo digas a nadie, vivo en Vigo y mi hermana Ona es profesora. Olvida eso por favor, entre nosotros.',
  "Ne le dis pas à Bo, j'habite à Lyon et ma sœur Ona est prof. Oublie ça, c'est un secret.",
  'Name: Ona Falk\nBorn: 3 May 1990\nDiet: vegan\n- Bo: minutes\n- Ona: snacks, 7 pm',
  'When I was a kid we lived near Turku for six years, my favourite color is green and my dog is called Rex.',
  "Who plays an instrument? I do, the cello. What's your brother's name? Does anyone know if Bo is around?",
  'Anyone who wants to join: the course begins on 3 June at 18:30, bring a towel. Call me Yu from now on.',
  '> I love hiking in the hills\nsame here, every weekend with my wife Mara and our two kids, lol',
  'Bo asked me to pick up the cake from https://cake.example at noon, @ona can you help? ssn 078-05-1120',
  'Scratch that, forget what I said about the boat. Wipe my memory. Forget where I live.',
  'I can talk about it now, it is no secret any more: tell everybody. It is fine to share this with Ona.',
  'In my dream I could fly. Oh great, another meeting. If I win the lottery I will buy a boat.',
  'my error log says install failed on the server with 16 gb ram, the driver crashes when it boots, any ideas?',
];

const bornBy = (entityId: string, name: string, kind: KnownPerson['kind'] = 'human'): KnownPerson => ({
  entityId,
  kind,
  names: [
    { text: entityId, kind: 'handle' },
    { text: name, kind: 'display_name' },
  ],
  knownSince: new Date(0),
});
const people = [
  bornBy('ona', 'Ona Falk'),
  bornBy('bo', 'Bo'),
  bornBy('mia', 'Mia'),
  bornBy('kith', 'Kith', 'agent'),
];

const said = (text: string, by: string, at: number): WindowMessage => ({
  recordId: `warm-${at}`,
  messageId: `warm-${at}`,
  authorId: by,
  authorKind: 'human',
  text,
  sentAt: new Date(Date.UTC(2026, 0, 5, 12, at)),
  replyTo: null,
  mentionIds: [],
});
const before = [
  said('I live in Bergen and I have a match on Sunday.', 'mia', 0),
  said('Where do you live now? Do you like opera?', 'ona', 1),
];

const heardIn = (type: 'dm' | 'group'): ReadingContext => ({
  tenantId: 'warm',
  agentEntityId: 'kith',
  platform: 'warm',
  place: { sourceId: 'warm', type },
  people,
  pointedAt: [],
  kin: [],
  before,
  repliedTo: null,
});

/**
 * Reads a line of each kind, so that no message is the first: an engine compiles a pattern when it is first asked for it, for
 * letters up to ÿ and for others apart, and once more when it is asked again.
 */
export const warmUp = async (extractor: FactExtractor): Promise<void> => {
  const lines = warmingLines.flatMap((line, at) => {
    const context = heardIn(at % 2 === 0 ? 'dm' : 'group');
    return [line, `${line} \u{1F410}`].map((text) => ({ message: said(text, 'mia', 2), context }));
  });
  const { signal } = new AbortController();
  for (let turn = 0; turn < 2; turn += 1) await extractor.extract(lines, signal);
};
