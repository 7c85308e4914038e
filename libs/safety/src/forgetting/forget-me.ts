import { addressOfAll, anyAgent, fromAll } from './every-agent.js';
import { proven } from '../text/proven.js';

/** To whom an order goes: to the one who remembers, to a person by name or in answer, or to whoever is there. */
export type Addressee = 'agent' | 'somebody' | 'all';

const startOf = /(?:^|[.!?;\n]\s*|\b(?:and|then|so|but)\s+)/giu;
/** One thing at a time that may stand before an order; told of others, an order is none. */
const leadIn = new RegExp(
  String.raw`^(?:${addressOfAll}|<@!?\w+>|@[\p{L}\p{N}_.-]+|(?:hey|hi|hello|dear|ok|okay|oh|please|pls|plz|kindly|now|just|also|actually|sorry|bot|chat ?bot|robot|agent|assistant|ai)(?![\p{L}\p{N}'\u2019])|(?:can|could|would|will) (?:you|u|ya)(?: mind)?\b|(?:i|we)(?:'d| would)? (?:want|need|like|ask|request|expect) (?:that )?(?:you|u)(?: to)?\b|(?:you|u) (?:can|should|must|may|have to|need to)\b|[^.:!?\n]{0,30}\b(?:gdpr|dsgvo|ccpa|privacy|erasure|deletion|data)\b[^.:!?\n]{0,20}[:-])[\s,:;.-]*`,
  'iu',
);
const named = /^[\p{L}\p{N}_.-]+[,:]\s+/u;

const destroy = 'forget|delete|erase|remove|wipe|purge|clear|scrub|destroy|drop|expunge|unlearn|get rid of';
const destroyed =
  'forgotten|deleted|erased|removed|wiped|purged|cleared|scrubbed|destroyed|dropped|expunged|gone';
const kept = String.raw`(?:knows?|knew|have|has|had|got|holds?|held|keeps?|kept|remember(?:s|ed)?|stor(?:e|ed)|sav(?:e|ed)|learn(?:ed|t)?|collect(?:ed)?|gather(?:ed)?|record(?:ed)?|wrote down|written down|noted?(?: down)?)`;
const about = '(?:about|abt|concerning|regarding)';
const of = '(?:about|abt|concerning|regarding|on|of|re)';
const data = '(?:data|memor(?:y|ies)|info|infos|information|facts?|records?|notes?|details|stuff|traces?)';
const you = String.raw`(?:you|u|ya|the bot|${anyAgent})(?:'ve| have| have got| got)?`;
const everything = '(?:absolutely )?(?:everything|every thing|anything|all|whatever|what)';
const everyRecord = `(?:(?:all|any|every|each)(?: of)?(?: the| your)?(?: personal)? ${data}|(?:your|the)(?: personal)? ${data})`;
/** All that is known of somebody, and nothing less: "everything you know about me", "your memories of me". */
const ofMe = String.raw`(?:(?:about )?${everything}(?: that)?(?: ${kept})? ${about}|(?:about )?(?:${everything}|${everyRecord})(?: that)? ${you}(?: ${kept}){0,2} ${of}|${everyRecord}(?: ${kept})? ${of}) me\b(?! (?:being|having|getting|going)\b)`;
const mine = String.raw`(?:(?:all|any|every bit|everything|each)(?: of)? my (?:personal |own |private )?(?:data|memories|info|infos|information|facts|records|details)|my (?:own )?(?:data|memories)|my personal (?:data|info|information|details|records))`;
const ends = String.raw`(?=\W*(?:$|[.!?,;\n]|(?:please|pls|plz|now|thanks|thank you|thx|ty|completely|entirely|fully|forever|asap|today|immediately|for good|at once|right now|right away|already|again|and|from (?:your|the) (?:memory|memories|system|records|database)|(?:that )?(?:you|u) (?:have|hold|know|keep|stored|saved)|${fromAll}|about me)(?![\p{L}\p{N}])))`;
const loosely = String.raw`\b(?! (?:not|too|in|from|out))`;

const orderOf = (end: string): RegExp =>
  new RegExp(String.raw`^(?:${destroy}|deleting|erasing|removing|forgetting) (?:${ofMe}|${mine}${end})`, 'u');
const order = orderOf(ends);
const orderToAgent = orderOf(loosely);
const never = new RegExp(
  String.raw`^(?:do not|don'?t|never|stop|no longer) (?:remember|store|keep|save|retain|record|remembering|storing|keeping|saving|retaining|recording) (?:anything|everything|any ${data}|${data}|things) ${about} me\b`,
  'u',
);
const wish = new RegExp(
  String.raw`^(?:i|we)(?:'d| would)? (?:want|need|like|love|wish|prefer|request|demand|ask)(?: for| that| to (?:have|see|get))* (?:${ofMe}|${mine})(?: to be| be)?(?: (?:completely|entirely|fully|all))? (?:${destroyed})\b`,
  'u',
);
const right = new RegExp(
  String.raw`^(?:i (?:hereby |now )?(?:invoke|exercise|use|claim|assert|am invoking|am exercising) my right (?:to be forgotten|to erasure|of erasure|to deletion)|(?:i (?:hereby |now )?(?:request|demand|ask for|want) (?:the )?(?:immediate |full |complete )?(?:erasure|deletion|removal) of (?:${ofMe}|${mine})))\b`,
  'u',
);
/** Nothing else, said to nobody else: among people "forget me, take Ana" means the moment. */
const only = new RegExp(
  String.raw`^(?:(?:forget|erase|unlearn|un-remember|unremember) me|(?:wipe|erase|clear|delete|purge) my memory|(?:wipe|erase|delete|remove|purge|scrub) me (?:out of|from) (?:your|the) (?:memory|memories|records?|database|mind|storage|system))(?:,? (?:please|pls|plz|now|completely|entirely|forever|for good|${fromAll}))*\W*$`,
  'iu',
);
const meToAgent = proven({
  id: 'meToAgent',
  pattern:
    /^(?:forget|delete|erase|remove|wipe|purge|unlearn) (?:(?:that )?i (?:ever )?exist(?:ed)?\b|me(?=(?: (?:please|pls|now|completely|entirely|for good))*\s*(?:[.!]|$))|(?:everything|all) (?:that )?i(?:'ve| have)? (?:ever )?(?:said|told you)\b(?! about))|^(?:wipe|erase|clear|delete|purge) my memory\b(?! of)|^(?:wipe|erase|delete|remove|purge|scrub) me (?:out of|from) (?:your|the) (?:memory|memories|records?|database|mind|storage|system)\b/iu,
  yes: ['forget me', 'wipe me from your memory', 'delete everything I told you', 'wipe my memory'],
  no: ['forget me not flowers', 'erase my memory of monday'],
});

const withoutLeadIns = (text: string, isToAgent: boolean): string => {
  let left = text;
  for (let more = true; more;) {
    const next = left.replace(leadIn, '').replace(isToAgent ? named : /^(?!)/u, '');
    more = next.length < left.length;
    left = next;
  }
  return left;
};

/** Each of them is of the speaker; and what begins otherwise need not be compiled. */
const ofSelf = /\b(?:me|my)\b/u;
const begins = {
  order: /^(?:forg|delet|eras|remov|wipe|purge|clear|scrub|destroy|drop|expunge|unlearn|get rid)/u,
  never: /^(?:do not|don'?t|never|stop|no longer) /u,
  wish: /^(?:i|we)(?:'d)? /u,
};

/** In lower case: without regard to case an engine takes three times as long to compile them. */
const isOrder = (said: string, isToAgent: boolean): boolean => {
  const lower = said.toLowerCase();
  if (isToAgent && meToAgent.test(said)) return true;
  if (begins.order.test(lower)) return ofSelf.test(lower) && (isToAgent ? orderToAgent : order).test(lower);
  if (begins.never.test(lower)) return ofSelf.test(lower) && never.test(lower);
  return begins.wish.test(lower) && ofSelf.test(lower) && (wish.test(lower) || right.test(lower));
};

/** Greetings and courtesy alone, no name of anybody: "hey bot, forget me please". */
const isOnlyThat = (text: string): boolean =>
  only.test(
    text
      .trim()
      .replace(/^(?:(?:hey|hi|hello|ok|okay|please|pls|plz|bot|agent|assistant|ai)\b[\s,:]*)*/iu, ''),
  );

/**
 * Whether a message asks for all that is known of who wrote it to go. It cannot be taken back, so it has to be clear: said
 * among people, it names all of it, or says nothing else.
 */
export const asksToForgetMe = (text: string, addressee: Addressee): boolean => {
  const isToAgent = addressee === 'agent';
  if (/\?\s*$/u.test(text) && !/\b(?:can|could|would|will) (?:you|u|ya)\b/iu.test(text)) return false;
  if (addressee !== 'somebody' && isOnlyThat(text)) return true;
  return [...text.matchAll(startOf)].some((start) => {
    const from = text.slice(start.index + start[0].length, start.index + start[0].length + 240);
    return isOrder(from, isToAgent) || isOrder(withoutLeadIns(from.trimStart(), isToAgent), isToAgent);
  });
};
