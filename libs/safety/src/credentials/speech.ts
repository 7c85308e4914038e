import { codesDone, valueAfter, type Surroundings } from './after.js';
import { valueBefore } from './before.js';
import { headsIn, type Found } from './heads.js';
import { endsGap, leadsFrom } from './leads.js';
import type { PlainText } from './plain-text.js';
import type { Secret } from './secret.js';
import { endsSentence, tokensOf, type Token } from './tokens.js';
import type { Line, Value } from './values.js';

const nameOf: Readonly<Record<Found['kind'], string>> = {
  password: 'password',
  pass: 'password',
  pin: 'pin',
  code: 'pin',
  device: 'pin',
  lock: 'pin',
  door: 'pin',
  onetime: 'one-time-code',
  token: 'api-key',
  phrase: 'passphrase',
};

/** For every token, whether its sentence speaks of something that opens. */
const doorsOf = (tokens: readonly Token[], heads: readonly Found[]): ((at: number) => boolean) => {
  const opening = heads.filter(({ kind }) => kind === 'door' || kind === 'lock' || kind === 'device');
  if (opening.length === 0) return () => false;
  const sentences: number[] = [];
  let sentence = 0;
  for (const [index, token] of tokens.entries()) {
    if (index > 0 && token.beginsLine) sentence += 1;
    sentences.push(sentence);
    if (endsSentence(token)) sentence += 1;
  }
  const told = new Set(opening.map(({ from }) => sentences[from]));
  return (at) => told.has(sentences[at]);
};

/** What people say to each other of what opens their doors, their accounts and their wallets. */
export const spokenSecrets = (plain: PlainText): readonly Secret[] => {
  const tokens = tokensOf(plain);
  const heads = headsIn(tokens);
  if (heads.length === 0) return [];
  const line: Line = { plain, tokens, codes: new Map() };
  const named = new Set(heads.filter(({ kind }) => endsGap.has(kind)).map(({ from }) => from));
  const around: Surroundings = {
    line,
    isAboutDoor: doorsOf(tokens, heads),
    isNamedAt: (at) => named.has(at),
  };
  const found: Secret[] = [];
  const add = (name: string, value: Value | null): void => {
    if (value) found.push({ name, start: value.start, end: value.end });
  };
  for (const [index, head] of heads.entries()) {
    const until =
      heads.slice(index + 1, index + 6).find(({ kind }) => endsGap.has(kind))?.from ?? tokens.length;
    for (const lead of leadsFrom(tokens, head, until)) add(nameOf[head.kind], valueAfter(around, head, lead));
    add(nameOf[head.kind], valueBefore(line, head));
  }
  for (const value of codesDone(around)) add('pin', value);
  return found;
};
