import { meansEveryAgent } from './every-agent.js';
import { asksToForgetMe, type Addressee } from './forget-me.js';
import {
  givesReason,
  isOnlyExcuse,
  makesException,
  openingOf,
  reasonsIn,
  withoutExcuse,
} from './order-endings.js';
import { anyCase } from '../text/any-case.js';
import { lastOf } from '../text/last-of.js';
import { sentencesOf } from '../text/sentences.js';
import { proven } from '../text/proven.js';

const forgetWhat = proven({
  id: 'forgetWhat',
  pattern:
    /(?:^|[.!?,;\n]\s*|(?:<@!?\w+>|@[\p{L}\p{N}_.-]+)\s+|\b(?:please|pls|can you|could you|kindly|you can|you should|then)\s+)(?:forget|delete|erase|remove|disregard|unlearn|scrub|scrap|drop|discard|retract|ignore|scratch|never ?mind|nevermind|nvm)\s+(?:about\s+)?(?:that\s+(?!i\b.{0,3}$)|(?:everything|anything|all|whatever)(?: that)? (?:i|we)(?:'ve)? (?:just |ever )?(?:said|told (?:you|u|everyone|them)|mentioned|wrote|posted) (?:about|regarding) |what (?:i|we)(?:'ve)? (?:just )?(?:said|told (?:you|u|everyone|them)|mentioned|wrote|posted)\s*(?:about|regarding|on|re)?\s*|the (?:fact|memory|note|thing|entry|record|part|bit) (?:that |about |of |on )?|(?:the|that|this|my|our) (?:[\p{L}-]{2,20} ){1,3}(?:fact|memory|note)s?(?: ?[,:]| -)? (?:that |about |of |on |saying |for )?|my |(?=i\b|i')|everything (?:about|regarding) (?!me\b)|everything about (?!me\b)|anything about (?!me\b))(.{0,160}?)(?:[.!?\n]|$)/iu,
  yes: [
    'Forget that Ines moved to Brno.',
    'please delete what I told you about the loan',
    '@kith remove the note about my knee',
  ],
  no: ['I forgot my keys', 'he might forget'],
});
const treated = proven({
  id: 'treated',
  pattern:
    /(?<!\S)(\S.{2,120}?)\s(?:should|must|is to|are to|can) (?:now )?be (?:treated|considered|regarded) as (?:deleted|forgotten|removed|void|obsolete)/iu,
  yes: ['the old address should be treated as deleted', 'that plan must be considered as void'],
  no: ['the room should be tidy', 'treat it as deleted'],
});
const thatOf = String.raw`(?:that|it|this|what i(?:'ve)? (?:just )?(?:said|wrote|told (?:you|u)|posted|typed)(?: (?:there|just now|above|earlier|before))?|my (?:last|previous|prior) (?:message|msg|statement|remark|post|line|comment|sentence|one|two|few)(?: messages| msgs)?|the (?:last|previous) (?:thing|message|msg|one|bit)(?: i (?:said|wrote))?|(?:that )?i (?:ever )?(?:said|mentioned|told you|wrote) (?:that|it|this|anything|so|any of (?:that|this|it)))`;
const before = String.raw`^\W{0,20}(?:(?:please|pls|ok|okay|actually|oh|ah|ugh|uh|um|nah|nope|yeah|lol|haha|well|oops|hey|no|wait|sorry|hm+|bot|(?:never ?mind|nvm)|<@!?\w+>|@[\p{L}\p{N}_.-]+|[\p{L}\p{N}_-]+(?=[,:])|(?:can|could|would) (?:you|u)|you (?:can|should|must)|just)[^\p{L}\p{N}@<]{0,20}){0,8}`;
const forgetThat = new RegExp(
  `${before}(?:(?:forget|delete|erase|scratch|disregard|remove|strike|unlearn|nevermind|ignore|retract) (?:about )?${thatOf}|(?:never ?mind|nvm) what i(?:'ve)? (?:just )?(?:said|wrote|posted|typed|told (?:you|u)))(?![\\p{L}\\p{N}'\u2019])`,
  'iu',
);
const calledLast = /^(?:[ ,]+(?:please|pls|again|ok|okay))*(?:, *@?[\p{L}\p{N}_.-]+)?\W*$/iu;

/** "Forget that", and nothing after it but whom it is said to, courtesy and an excuse. */
const isForgetThat = (text: string): boolean => {
  const head = forgetThat.exec(text);
  const rest = text.slice(head?.[0].length ?? 0);
  return head !== null && (calledLast.test(rest) || isOnlyExcuse(rest));
};

/** "Scratch that, I'm moving to Bergen": the last statement goes, and another is made. */
const instead = new RegExp(
  `${before}(?:scratch|forget|strike|disregard) ${thatOf}\\s*[,;:.\u2014-]+\\s+(?=\\S)`,
  'iu',
);

/** "Forget about the harp", and nothing more: what it is about is named. */
const forgetAbout = new RegExp(
  `${before}(?:forget|delete|erase|unlearn|remove)(?: (?:everything|anything|all))? about (?!me\\b|it\\b|us\\b|you\\b)((?:the|my|our|that|this|those|these)(?: [\\p{L}\\p{N}'-]+){1,4}?)(?:[ ,]+(?:please|pls|again|ok|okay))*\\W*$`,
  'iu',
);

export type Forgetting =
  /** `withOthers`: of others besides, who have to say so themselves. `ofEveryAgent`: not with who hears it alone. */
  | { readonly kind: 'about-me'; readonly withOthers: boolean; readonly ofEveryAgent: boolean }
  /** All about who asks but for something, or of some place or time: nothing is done, for what shall stay is not known well enough. */
  | { readonly kind: 'about-me-except' }
  /** Said among people it names nothing and asks nobody: "forget it" is talk. `rest`: as below. */
  | { readonly kind: 'idle'; readonly rest: number | null }
  /** Said among people of what was said just now: "scratch that", "forget what I said". */
  | { readonly kind: 'take-back'; readonly rest: number | null }
  /** What another said of who asks, or anybody. */
  | { readonly kind: 'told-of-me'; readonly by: string | null; readonly rest: null }
  /** An order to forget something, that leaves open what: "forget all of it", "forget the gate". */
  | { readonly kind: 'unclear'; readonly rest: null }
  /** `rest`: where the message goes on to state something, after "scratch that, …". */
  | { readonly kind: 'what'; readonly what: string | null; readonly rest: number | null };

/** Among people "forget it" and "delete that" are about the matter; "scratch that" is about what was said. */
const ofWords = proven({
  id: 'ofWords',
  pattern:
    /\b(?:(?:scratch|strike|disregard|unlearn|ignore|forget|retract) (?:about )?(?:that|this|what i|my (?:last|previous|prior)|the (?:last|previous)|i said that)|(?:never ?mind|nvm) what i)\b/iu,
  yes: ['scratch that', 'ignore my last message', 'nvm what I said'],
  no: ['ignore him', 'forget the milk'],
});

/** "Bo: forget that": said to Bo. */
const called = proven({
  id: 'called',
  pattern:
    /^\s*(?:<?@|(?!(?:please|pls|ok|okay|actually|oh|ah|ugh|uh|um|nah|nope|yeah|lol|haha|well|oops|hey|no|wait|sorry|hm+|bot|never ?mind|nvm|correction|edit)\b)[\p{L}\p{N}_.-]+[,:])/iu,
  yes: ['Kith, forget it', '@kith please', 'bruno: stop'],
  no: ['please, forget it', 'forget it'],
});

const lastSaid = (order: string, addressee: Addressee, rest: number | null): Forgetting => {
  if (addressee === 'agent') return { kind: 'what', what: null, rest };
  const isOfWords = ofWords.test(order) || givesReason(order);
  const isTakenBack = isOfWords && !called.test(withoutExcuse(order));
  return { kind: isTakenBack ? 'take-back' : 'idle', rest };
};

/** "…, do not bring it up again": asked besides, and no part of what shall go. */
const furtherOrder = proven({
  id: 'furtherOrder',
  pattern:
    /(?:[,;]\s{0,4}|\s)(?:and |but |so )?(?:please |pls )?(?:do not|don'?t|never|no need to|stop|make sure|thanks|thank you)\b.*$/iu,
  yes: [', and please do not bring it up', '; thanks a lot'],
  no: ['do you mind', 'and so on'],
});

/** "That meeting, it was boring": of the matter, not of what was said. */
const ofMatter = proven({
  id: 'ofMatter',
  pattern:
    /^(?!(?:i|we|you|he|she|they|it|there|my|our|his|her|their|the|this|an?|i['\u2019]?(?:m|ve|d|ll))\b)[\p{Ll}\p{N}' -]{2,60}[,;]\s/u,
  yes: ['about the sofa, we sold it', 'rent; it rose'],
  no: ['i moved, we sold it', 'The sofa, we sold it'],
});

const politely = /(?:[\s,]{1,4}(?:please|pls|plz|thanks|thx|ok|okay|now|again)){1,4}$/iu;
const unexcused = (named: string): string => {
  const at = [...named.matchAll(/[,;(\u2013\u2014-]/gu)].find(({ index }) =>
    isOnlyExcuse(named.slice(index)),
  );
  return (at ? named.slice(0, at.index) : named).replace(politely, '');
};

const aPartOfIt = proven({
  id: 'aPartOfIt',
  pattern:
    /\b(?:said|told|mentioned|(?:the|that) (?:thing|part|bit|one|entry|record)s? (?:about|where|that|on|with)|memory|note|fact|address|birthday|number|email|name|job|salary|health|pronouns|location|city|diagnosis)\b/iu,
  yes: ['what I said about the loan', 'the part where she cries', 'my email'],
  no: ['the milk', 'all of it'],
});

/** The words in which an order says what shall go. */
const namedIn = (text: string, addressee: Addressee): Forgetting | null => {
  const deleted = /\bas (?:deleted|forgotten|removed|void|obsolete)/iu.test(text)
    ? treated.exec(text)?.[1]?.trim()
    : undefined;
  if (deleted !== undefined) return { kind: 'what', what: deleted, rest: null };
  const what = forgetWhat.exec(text);
  if (!what || (/\?\s*$/u.test(text) && !/\b(?:can|could) you\b/iu.test(text))) return null;
  // "delete my /etc/fstab", "remove the driver": orders about files are not about memories.
  const named = unexcused((what[1] ?? '').replace(furtherOrder, '')).trim();
  if (/\bthat\s+$/iu.test(what[0].slice(0, what[0].indexOf(what[1] ?? ''))) && ofMatter.test(named))
    return null;
  if (
    /^(?:\s*)(?:delete|remove|drop|scrap|ignore)/iu.test(
      what[0].replace(/^[^\p{L}]*(?:please|pls|can you|could you)?\s*/iu, ''),
    ) &&
    !aPartOfIt.test(what[0])
  )
    return null;
  return named === '' || isOnlyExcuse(` ${named}`)
    ? lastSaid(what[0], addressee, null)
    : { kind: 'what', what: named, rest: null };
};

/** "Forget where I live", "delete what my job is". */
const forgetHow = proven({
  id: 'forgetHow',
  pattern:
    /(?:^|[.!?,;\n]\s*|\b(?:please|pls|can you|could you|kindly|then)\s+)(?:forget|delete|erase|unlearn|remove)\s+(?:about\s+)?((?:where|when|what|who|whom|which|how(?: old| much| many)?)\s+(?:[\p{L}]+\s+)?(?:i|i'm|im|my)\b(?!\s*(?:'?ve |have )?(?:just |ever )?(?:said|told|wrote|posted|typed|mentioned|mean|meant|want|need|asked|put|left))[^.!?\n,;]{1,60})/iu,
  yes: ['forget where I live', 'please delete how old I am', 'forget what my job is'],
  no: ['forget what I said', 'I forget where I live', 'forget where I put it'],
});

/** "Forget what Bo said about me". */
const forgetTold = proven({
  id: 'forgetTold',
  pattern:
    /(?:^|[.!?;\n]\s*|\b(?:please|pls|can you|could you|kindly)\s+)(?:forget|delete|erase|remove|unlearn)\s+(?:what|whatever|everything|anything|all)(?:\s+that)?\s+((?!i\b|we\b|you\b|u\b|it\b|this\b)@?[\p{L}\p{N}_.-]{2,30}|others?|(?:other|some) people|the others)(?:'ve|'s| have| has)?\s+(?:ever\s+|just\s+)?(?:said|told you|told u|says?|mentioned|wrote|posted|claimed?)\s+(?:about|of|on)\s+me\b/iu,
  yes: ['forget what Ines said about me', 'delete everything others have told you about me'],
  no: ['forget what I said about me', 'forget what Ines said'],
});
const anybodys =
  /^(?:others?|(?:other|some) people|people|the others|they|everyone|everybody|anyone|anybody)$/iu;

const unclear = proven({
  id: 'forgetUnclear',
  pattern:
    /^\W{0,20}(?:(?:please|pls|ok|okay|hey|can you|could you|just|kith|bot)[\s,]+){0,4}(?:forget|erase|delete|wipe|unlearn) (?:(?:about )?(?:everything|all of (?:it|this|that)|it all|all that|all)|(?:the|that|this) [\p{L}-]{2,20}(?: [\p{L}-]{2,20})?)(?:[ ,]+(?:please|pls|now|ok|okay))*\W*$/iu,
  yes: ['forget everything', 'please forget all of it', 'forget the gate'],
  no: ['forget everything about me', 'forget the gate, it broke', 'I forget everything'],
});

/** Whether it may hold an order to forget at all: most texts do not, and reading them for one is dear. */
export const mayOrderForgetting = anyCase(
  proven({
    id: 'mayForget',
    pattern:
      /forget|delet|eras|remov|scrap|wipe|purg|clear|destroy|expunge|unremember|un-remember|rid of|disregard|unlearn|scrub|drop|discard|retract|scratch|strike|ignore|never ?mind|nvm|treated|considered|regarded|(?:remember|stor|keep|sav|retain|record)\p{L}* .{1,20} me\b/u,
    yes: ['please forget it', 'nevermind', 'do not remember anything about me'],
    no: ['the cat sleeps', 'thank you'],
  }),
);

const andOthers = proven({
  id: 'andOthers',
  pattern:
    /\bme\s{0,3},?\s{0,3}(?:and|&|or|plus|as well as|along with|including)\s{1,3}(?:(?:my|our|his|her|their)\s+(?!(?:own|personal|data|memor\p{L}+|infos?|information|messages|accounts?|stuff|details|records|facts)\b)\p{L}+|@?\p{Lu}\p{Ll}+)/u,
  yes: ['forget me and my wife', 'delete me, plus Ines'],
  no: ['forget me and my data', 'forget me'],
});

/** "Everything I said here", "everything about me in this channel", "since Monday": not all of it. */
const partOf = String.raw`(?:so far )?(?:here|there|yesterday)(?![\p{L}\p{N}])|everywhere (?:(?:but|except|outside|else)(?![\p{L}])|(?:in|on|at) (?:this|here|there|#))|(?:in|on|at|from) (?:here|there|this|that|#|<#|yesterday|today|last|\p{L}+day)|(?:since (?!i\b|you\b|we\b|it\b)|(?:before|after|until|during)\b|(?:this|last) (?:week|month|year|time|morning|evening|night|\p{L}+day))`;
const narrowed = new RegExp(
  String.raw`\b(?:about me[ ,]{1,3}(?:${partOf})|i(?:['\u2019]ve| have)? (?:ever )?(?:said|told you)[ ,]{1,3}(?:${partOf}|today|tonight|earlier))`,
  'iu',
);

/** INVARIANT: an exception is honoured: an order with one does nothing rather than all. */
const aboutMe = (text: string, addressee: Addressee): Forgetting => {
  const sentences = sentencesOf(text);
  const order = sentences.findIndex((sentence) => asksToForgetMe(sentence.text, addressee));
  const from = text.slice(sentences[order]?.offset ?? 0);
  const said = sentences[order]?.text ?? text;
  if (makesException(from) || narrowed.test(said)) return { kind: 'about-me-except' };
  return { kind: 'about-me', withOthers: andOthers.test(text), ofEveryAgent: meansEveryAgent(said) };
};

const isAsked = (text: string): boolean => /\?\s*$/u.test(text) && !/\b(?:can|could) you\b/iu.test(text);

/** "Forget that, please delete my real name": what the second order names is what shall go. */
const secondOrder = proven({
  id: 'secondOrder',
  pattern:
    /[,;\u2013\u2014-]\s{0,4}(?:(?:and|so|then|also|please|pls|kindly|just|can you|could you)\s+){0,3}((?:forget|delete|erase|remove|wipe)\s[^.!?\n]+)$/iu,
  yes: ['forget that, please delete my real name', 'nvm; erase my address'],
  no: ['delete my address', 'forget that, wrong room'],
});

const namedBehind = (text: string, addressee: Addressee): Forgetting | null => {
  const [, second] = secondOrder.exec(text) ?? [];
  const named = second === undefined ? null : readOrder(second, addressee);
  return named?.kind === 'what' && named.what !== null ? { ...named, rest: null } : null;
};

/** What erases everything cannot be taken back, so it has to be clear: more so when it is said among people. */
const readOrder = (text: string, addressee: Addressee): Forgetting | null => {
  if (
    /\b(?:do not|don'?t|dont|never|won'?t|will not|can'?t|cannot|did not|didn'?t) (?:forget|delete|erase|remove)/iu.test(
      text,
    )
  )
    return null;
  if (asksToForgetMe(text, addressee)) return aboutMe(text, addressee);
  const behind = namedBehind(text, addressee);
  if (behind !== null) return behind;
  if (isForgetThat(text) || isForgetThat(withoutExcuse(text))) return lastSaid(text, addressee, null);
  const again = instead.exec(text);
  // "Forget that, it works now" dismisses the matter.
  if (again) return lastSaid(/\bforget\b/iu.test(again[0]) ? '' : again[0], addressee, again[0].length);
  const matter =
    forgetAbout.exec(text)?.[1] ?? (isAsked(text) ? undefined : forgetHow.exec(text)?.[1]?.trim());
  if (matter !== undefined) return { kind: 'what', what: matter, rest: null };
  const by = isAsked(text) ? undefined : forgetTold.exec(text)?.[1];
  if (by !== undefined) return { kind: 'told-of-me', by: anybodys.test(by) ? null : by, rest: null };
  return (
    namedIn(text, addressee) ??
    (addressee === 'agent' && unclear.test(text) ? { kind: 'unclear', rest: null } : null)
  );
};

/** Among people "forget about the train, we take the bus" is talk; of what was said it is not. */
const ofWhatWasSaid = /\b(?:said|told|mentioned|wrote|posted|shared|memory|note|that (?:i|my|we|our))\b/iu;

/**
 * "Forget what I said about the locker, I changed gym": what is named ends where the reason begins, and that is told.
 * Only what is named can be cut short so: the rest of an order that names nothing may be all that it means.
 */
const namedBeforeReason = (text: string, addressee: Addressee): Forgetting | null => {
  for (const { start, clause } of reasonsIn(text)) {
    const head = text.slice(0, start);
    if (addressee !== 'agent' && !ofWhatWasSaid.test(head)) continue;
    const order = readOrder(head, addressee);
    if (order?.kind === 'what' && order.what !== null)
      return { ...order, rest: /[.!?\n]/u.test(head) ? null : clause };
  }
  return null;
};

const readTurn = (text: string, addressee: Addressee): Forgetting | null => {
  const opening = openingOf(text);
  const order = text.slice(opening);
  const found = namedBeforeReason(order, addressee) ?? readOrder(order, addressee);
  return found && 'rest' in found && found.rest !== null ? { ...found, rest: found.rest + opening } : found;
};

/** "I sold the boat. And forget what I said about it": a later sentence opens a turn as well. */
const laterOpened = (text: string, addressee: Addressee): Forgetting | null => {
  for (const { text: sentence } of sentencesOf(text).slice(1)) {
    const order = openingOf(sentence.trimStart()) > 0 ? readTurn(sentence.trimStart(), addressee) : null;
    if (order?.kind === 'what' && order.what !== null) return { ...order, rest: null };
  }
  return null;
};

const readForgetting = (text: string, addressee: Addressee): Forgetting | null =>
  mayOrderForgetting.test(text) ? (readTurn(text, addressee) ?? laterOpened(text, addressee)) : null;

const byAddressee: Readonly<Record<Addressee, (text: string) => Forgetting | null>> = {
  agent: lastOf((text) => readForgetting(text, 'agent')),
  all: lastOf((text) => readForgetting(text, 'all')),
  somebody: lastOf((text) => readForgetting(text, 'somebody')),
};
export const forgettingOf = (text: string, addressee: Addressee): Forgetting | null =>
  byAddressee[addressee](text);
