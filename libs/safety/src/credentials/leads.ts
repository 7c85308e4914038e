import type { Found } from './heads.js';
import { endsSentence, isSign, leadsOn, type Token } from './tokens.js';
import type { Link } from './values.js';
import { isListed } from './words.js';

export const isLink = ({ key, word }: Token): boolean => isListed('links', key) || isListed('links', word);
export const isPunctuation = (token: Token): boolean =>
  isSign(token) && isListed('links', `${token.lead}${token.word}${token.tail}`);

export interface Lead {
  readonly at: number;
  readonly link: Link;
}

const hasBefore = (
  tokens: readonly Token[],
  from: number,
  list: 'movers' | 'withs',
  reach: number,
): boolean => {
  for (let index = from - 1; index >= 0 && index >= from - reach; index--) {
    const token = tokens[index];
    if (!token || endsSentence(token)) return false;
    if (isListed(list, token.key)) return true;
  }
  return false;
};

const skipAdverbs = (tokens: readonly Token[], from: number): number => {
  let at = from;
  while (at < from + 4 && isListed('adverbs', tokens[at]?.key ?? '') && tokens[at]?.tail === '') at += 1;
  return at;
};

/** Behind a word that links a value to its name, and behind a sign after that: "est : 4471". */
const leadBehind = (tokens: readonly Token[], at: number): Lead => {
  const [link, next] = [tokens[at], skipAdverbs(tokens, at + 1)];
  const sign = tokens[next];
  if (sign && isPunctuation(sign)) return { at: skipAdverbs(tokens, next + 1), link: 'sign' };
  return { at: next, link: link && leadsOn(link) ? 'sign' : 'verb' };
};

/** "C'est le 4471", "es el 4471": an article before a number, which is said in the languages that count with one. */
const afterArticle = (tokens: readonly Token[], { at, link }: Lead): readonly Lead[] => {
  const [article, value] = [tokens[at], tokens[at + 1]];
  const isNumbered = value !== undefined && /\d/u.test(value.word);
  return isNumbered && isListed('articles', article?.key ?? '') && article?.tail === ''
    ? [{ at: at + 1, link }]
    : [];
};

/** "Password manager", "PIN diode": another thing altogether. */
const isOtherThing = (token: Token): boolean =>
  isListed('compounds', token.key) &&
  !isLink(token) &&
  !(['gaps', 'movers', 'functionWords'] as const).some((list) => isListed(list, token.key));

const longestGap = 9;
const looksIntoGaps = new Set<Found['kind']>(['pin', 'code', 'device', 'onetime']);
/** A gap may tell of what is opened; it ends where another secret is named. */
export const endsGap = new Set<Found['kind']>(['password', 'pin', 'onetime', 'token', 'phrase']);

/**
 * Where a value may stand after a head: behind what links them, whatever stands between ("for the router"), or right after
 * it. All that a gap passes is offered too: "the padlock on the shed 4471".
 */
export const leadsFrom = (tokens: readonly Token[], head: Found, until: number): readonly Lead[] =>
  plainLeads(tokens, head, until).flatMap((lead) =>
    lead.link === 'none' || lead.link === 'with' ? [lead] : [lead, ...afterArticle(tokens, lead)],
  );

const plainLeads = (
  tokens: readonly Token[],
  { kind, from, to, isPossessive }: Found,
  until: number,
): readonly Lead[] => {
  const head = tokens[to];
  if (!head) return [];
  if (leadsOn(head)) return [{ at: skipAdverbs(tokens, to + 1), link: 'sign' }];
  if (endsSentence(head)) return [];
  const first = tokens[to + 1];
  if (first && head.tail === '' && isOtherThing(first)) return [];
  let isMoved = hasBefore(tokens, from, 'movers', 5);
  const leads: Lead[] = [{ at: to + 1, link: hasBefore(tokens, from, 'withs', 3) ? 'with' : 'none' }];
  if (isPossessive) leads.push({ at: to + 1, link: 'verb' });
  for (let at = to + 1; at < until && at <= to + longestGap; at++) {
    const token = tokens[at];
    if (!token) break;
    isMoved ||= isListed('movers', token.key);
    if (isPunctuation(token)) return [...leads, { at: skipAdverbs(tokens, at + 1), link: 'sign' }];
    // "To" leads to a value in Polish, and to the thing that opens in English.
    if (isLink(token) && isListed('gaps', token.key)) leads.push({ at: at + 1, link: 'verb' });
    else if (isLink(token)) return [...leads, leadBehind(tokens, at)];
    if (isMoved && isListed('moves', token.key)) return [...leads, { at: at + 1, link: 'verb' }];
    if (isMoved && /^(?:from|von|de|da)$/u.test(token.key)) leads.push({ at: at + 1, link: 'with' });
    else if (at > to + 1 && looksIntoGaps.has(kind)) leads.push({ at, link: 'none' });
    if (leadsOn(token)) return [...leads, { at: skipAdverbs(tokens, at + 1), link: 'sign' }];
    if (endsSentence(token)) break;
  }
  return leads;
};

export const isAfterGap = (tokens: readonly Token[], at: number, head: Found): boolean => {
  const before = tokens[at - 1];
  return at > head.to + 1 && before !== undefined && isListed('gaps', before.key);
};
