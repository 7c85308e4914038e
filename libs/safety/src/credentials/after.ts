import { codeAt, digitsOf, isLettered, isMeasured, standsAlone } from './codes.js';
import type { Found } from './heads.js';
import { isAfterGap, isLink, isPunctuation, type Lead } from './leads.js';
import { endsSentence } from './tokens.js';
import { oddAt, passwordAt, phraseAt, tokenAt, type Line, type Value } from './values.js';
import { isListed } from './words.js';

export interface Surroundings {
  readonly line: Line;
  /** Whether something that opens is spoken of in the same sentence. */
  readonly isAboutDoor: (at: number) => boolean;
  /** Whether another thing that has a value is named there: "cvv 123 pin 4567". */
  readonly isNamedAt: (at: number) => boolean;
}

const codeAfter = (
  { line, isAboutDoor, isNamedAt }: Surroundings,
  head: Found,
  { at, link }: Lead,
): Value | null => {
  const value = codeAt(line, at);
  if (!value || isMeasured(line, value) || (link === 'none' && isAfterGap(line.tokens, at, head)))
    return null;
  const digits = digitsOf(line, value);
  const isDirect = at === head.to + 1;
  if (link === 'none' || link === 'with') {
    if (head.kind === 'lock') return null;
    const isNumbered =
      isDirect &&
      digits >= 4 &&
      (head.kind === 'onetime' || /^(?:puk|tan|cv[cv]2?)$/u.test(line.tokens[head.to]?.key ?? ''));
    if (!isNumbered && !standsAlone(line, value) && !isNamedAt(value.next)) return null;
    if (head.kind === 'code' && !isAboutDoor(head.from)) return null;
    const isBare = /^pins?$/u.test(line.tokens[head.to]?.key ?? '') && head.from === head.to;
    if (isBare)
      return digits >= 4 && !/\p{L}/u.test(line.plain.text.slice(value.start, value.end)) ? value : null;
    return digits >= (isDirect ? 3 : 4) || isLettered(line, value) ? value : null;
  }
  if (head.kind === 'code' && digits < 4 && !isLettered(line, value))
    return digits >= 3 && (isAboutDoor(head.from) || /^comb|^kombi/u.test(line.tokens[head.from]?.key ?? ''))
      ? value
      : null;
  return head.kind !== 'lock' || standsAlone(line, value) ? value : null;
};

const onetimeAfter = (around: Surroundings, head: Found, lead: Lead): Value | null => {
  const value = codeAfter(around, head, lead);
  if (!value) return lead.link === 'none' ? null : tokenAt(around.line, lead.at, lead.link);
  // Several in a row: "recovery codes: 4h2k-99ab, 7y3m-11cd".
  let { end, next } = value;
  for (let more = codeAt(around.line, next); more; more = codeAt(around.line, next)) ({ end, next } = more);
  return { start: value.start, end, next };
};

const fewestWords = (line: Line, head: Found): number => {
  const key = line.tokens[head.from]?.key ?? '';
  const isBare = head.from === head.to && /^(?:seed|mnemonics?)$/u.test(key);
  return isBare || /^(?:\d+|twelve|twenty)/u.test(key) ? 11 : 2;
};

export const valueAfter = (around: Surroundings, head: Found, lead: Lead): Value | null => {
  const { line } = around;
  const isDirect = lead.at === head.to + 1;
  const first = line.tokens[lead.at];
  if (
    !first ||
    (isDirect && lead.link !== 'verb' && lead.link !== 'sign' && isListed('compounds', first.key))
  )
    return null;
  const isFar = lead.link === 'none' && !isDirect;
  switch (head.kind) {
    case 'password':
      return isFar ? null : passwordAt(line, lead.at, lead.link);
    case 'pass':
      return isFar
        ? null
        : (oddAt(line, lead.at, lead.link) ??
            (around.isAboutDoor(head.from) ? codeAfter(around, head, lead) : null));
    case 'token':
      return isFar ? null : tokenAt(line, lead.at, lead.link);
    case 'phrase':
      return lead.link === 'none'
        ? null
        : (phraseAt(line, lead.at, fewestWords(line, head)) ??
            (fewestWords(line, head) < 11 ? passwordAt(line, lead.at, lead.link) : null));
    case 'onetime':
      return onetimeAfter(around, head, lead);
    case 'pin':
      return (
        codeAfter(around, head, lead) ??
        (lead.link === 'verb' || lead.link === 'sign' ? oddAt(line, lead.at, 'none') : null)
      );
    case 'code':
    case 'device':
    case 'lock':
      return codeAfter(around, head, lead);
    case 'door': {
      const value = lead.link === 'sign' ? codeAfter(around, head, lead) : null;
      return value && /[#*]/u.test(line.plain.text.slice(value.start, value.end)) ? value : null;
    }
  }
};

/** "opens with 55*02", "dial 1-0-6-6": what is done with a code that something which opens is asked by. */
export const codesDone = ({ line, isAboutDoor }: Surroundings): readonly Value[] => {
  const { tokens } = line;
  return tokens.flatMap((token, at) => {
    const isBy = isListed('instruments', token.key);
    if ((!isListed('acts', token.key) && !isBy) || !isAboutDoor(at) || endsSentence(token)) return [];
    const isNamed = headKinds.has(token.key);
    for (let next = at + 1; next <= at + (isNamed ? 12 : isBy ? 1 : 3); next++) {
      const before = tokens[next - 1];
      const here = tokens[next];
      if (!before || !here || (next > at + 1 && endsSentence(before))) return [];
      const value = codeAt(line, next);
      const isLed =
        next === at + 1 ||
        /[,:=]$/u.test(before.tail) ||
        isLink(before) ||
        isPunctuation(before) ||
        isListed('withs', before.key) ||
        (!isNamed && (/^(?:in|to|auf)$/u.test(before.key) || isListed('instruments', before.key)));
      if (
        value &&
        isLed &&
        digitsOf(line, value) + (isLettered(line, value) ? 1 : 0) >= (isNamed ? 4 : 3) &&
        standsAlone(line, value) &&
        !isMeasured(line, value)
      )
        return [value];
    }
    return [];
  });
};
const headKinds = new Set([
  'code',
  'pin',
  'combination',
  'combo',
  'kombination',
  'codigo',
  'codice',
  'kod',
  'kode',
  'combinaison',
  'combinacion',
  'combinazione',
]);
