import { chatWordOf } from '#domain';
import { ordersInEnglish, type InEnglish } from './abroad.js';
import { forgettingOf } from './forgetting.js';
import { makesException } from './order-endings.js';

const allOfMe = /^(?:about )?(?:me|everything|all|all of it)\W*$/iu;
const allEverywhere = /^(?:(?:about )?(?:me|everything|all|all of it) )?everywhere\W*$/iu;
const allBut = /^(?:everything|all|all of it)(?=\s)/iu;
const leadIn = /^(?:about|on|regarding|concerning)\s+/iu;
/** Where a sentence would end, an order would. */
const ends = /[.!?\n]+/gu;

const allButSomething = 'Forget everything about me except for something';

/**
 * `/forget` as people say it who know no such word: "/forget that I like chess" is an order as it stands; whatever else
 * follows it is what the memories are of that shall go.
 */
const orderOf = (what: string | null): string => {
  if (what === null || allOfMe.test(what)) return 'Forget everything about me';
  if (allEverywhere.test(what)) return 'Forget everything about me everywhere';
  const said = `Forget ${what}`;
  const order = forgettingOf(said, 'agent');
  // Among people, too, it goes to Kith and nobody else.
  if (order?.kind === 'about-me-except') return allButSomething;
  if (order?.kind === 'about-me' && forgettingOf(said, 'all')?.kind !== 'about-me')
    return `Forget everything about me${order.ofEveryAgent ? ' everywhere' : ''}`;
  if (order !== null && order.kind !== 'unclear') return said;
  if (allBut.test(what) && makesException(what)) return allButSomething;
  return `Forget everything about ${what.replace(leadIn, '').replace(ends, ' ').trim()}`;
};

/** What is read of a message: the same, or the order that a word for Kith itself or another language gives, in English. */
export const inPlainWords = (text: string, inEnglish: InEnglish): string => {
  const word = text.includes('/') ? chatWordOf(text) : null;
  return word?.word === 'forget' ? orderOf(word.what) : ordersInEnglish(text, inEnglish);
};
