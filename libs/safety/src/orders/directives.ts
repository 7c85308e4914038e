import type { Addressee } from '../forgetting/forget-me.js';
import { forgettingOf } from '../forgetting/forgetting.js';
import { takenBackIn } from '../forgetting/taken-back-here.js';
import { sentencesOf } from '../text/sentences.js';
import { bearers } from './bearers.js';
import type { Discretion } from './discretion.js';
import type { Directive } from './directive.js';
import { disownedIn } from './disowning.js';
import type { Mentions } from './mentions.js';
import type { Secrecy } from './secrecy.js';
import { personCalled, type Withholding } from './withholding.js';

/** Takes a leave back: what the speaker said last is again only for those who heard it. */
const closing: Directive = {
  kind: 'confide',
  except: [],
  from: [],
  fromSpokenOf: false,
  onlyFromSome: false,
  of: 'earlier',
  what: null,
};

const sayWhatTheyTold =
  /\b(?:i|we)(?:['\u2019]ve| have)?\s+(?:just |ever )?(?:said|told|mentioned|wrote|posted)\b/iu;
/** "Forget everything about Ines": of her, not only what they said of her. */
const isAllOfAnother = (who: Mentions, what: string | null): boolean =>
  what !== null &&
  /\babout\b/iu.test(who.message.text) &&
  !sayWhatTheyTold.test(who.message.text) &&
  personCalled(who, what.replace(/[\s,]+(?:please|pls|now)\W*$/iu, '')) !== null;

/** What a message asks to be done with what was said: here, or before. */
export const directivesOf = (
  who: Mentions,
  { confided, consent, onlyFromSome, what }: Discretion,
  kept: Withholding,
  {
    hasFacts,
    isWithdrawing,
    isToNobodyKnown,
    secrecy,
  }: {
    readonly hasFacts: boolean;
    readonly isWithdrawing: boolean;
    /** It lets somebody know whom nobody here is known to be. */
    readonly isToNobodyKnown: boolean;
    readonly secrecy: Secrecy | null;
  },
  addressee: Addressee,
): readonly Directive[] => {
  const { text } = who.message;
  const directives: Directive[] = [];
  const forgetting = forgettingOf(text, addressee);
  if (forgetting?.kind === 'about-me')
    directives.push({ kind: 'forget-about-me', ofEveryAgent: forgetting.ofEveryAgent });
  if (forgetting?.kind === 'about-me' && forgetting.withOthers)
    directives.push({ kind: 'left-undone', reason: 'others-not-forgotten' });
  if (forgetting?.kind === 'about-me-except')
    directives.push({ kind: 'left-undone', reason: 'order-with-exception' });
  if (forgetting?.kind === 'unclear') directives.push({ kind: 'left-undone', reason: 'nothing-meant' });
  if (forgetting?.kind === 'told-of-me')
    directives.push({
      kind: 'forget-told',
      by: forgetting.by === null ? null : [bearers(who, forgetting.by)],
    });
  if (forgetting?.kind === 'what' && isAllOfAnother(who, forgetting.what))
    directives.push({ kind: 'left-undone', reason: 'others-not-forgotten' });
  // "I live in Rome. Forget that": what was said before stays.
  const isOfThis = takenBackIn(text, addressee).length > 0;
  if (forgetting?.kind === 'what' && (forgetting.what !== null || !isOfThis))
    directives.push({ kind: 'forget', what: forgetting.what });
  // Said to a person, "forget that" means the message that it answers; without one it is small talk.
  const isHeard =
    addressee === 'all' || (who.message.replyTo !== null && who.message.mentionIds.length === 0);
  if (forgetting?.kind === 'take-back' && isHeard && !isOfThis) directives.push({ kind: 'take-back' });
  if (addressee !== 'somebody' && disownedIn(text) !== null) directives.push({ kind: 'disown' });
  // "Don't tell anyone, but you can tell Ana": the leave is an exception to the order.
  const except = confided && consent !== null ? consent.to : [];
  if (confided)
    directives.push({
      kind: 'confide',
      except,
      from: kept.from,
      fromSpokenOf: kept.fromSpokenOf.length > 0,
      onlyFromSome,
      of: !hasFacts
        ? 'earlier'
        : except.length > 0 || (kept.spans.length > 0 && what !== null)
          ? 'both'
          : 'said-again',
      what,
    });
  const isHushed = secrecy !== null && (secrecy.from.length > 0 || !confided);
  // A leave is an exception to what sounds like a secret, too.
  if (isHushed && consent === null && !isWithdrawing) directives.push({ kind: 'hush', ...secrecy });
  // "Forget what I said about telling Ana": no memory holds that, and the leave ends all the same.
  const isOfWords = forgetting === null || (forgetting.kind === 'what' && forgetting.what !== null);
  if (isWithdrawing && !confided && isOfWords) directives.push(closing);
  if (isToNobodyKnown) directives.push({ kind: 'left-undone', reason: 'who-is-meant' });
  if (consent !== null && except.length === 0) directives.push({ kind: 'release', to: consent.to, what });
  // They act on what was said before: a message that arrives late may be what they mean.
  if (directives.length > 0) who.usedContext = true;
  return directives;
};

/** The text without the sentences that only order something to be forgotten, or disown what was said; spans stay. */
export const withoutOrders = (written: string, addressee: Addressee): string => {
  const disowned = disownedIn(written);
  const said = disowned === null ? written : written.slice(disowned.length).padStart(written.length);
  const text = takenBackIn(said, addressee).reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    said,
  );
  const whole = forgettingOf(text, addressee);
  if (whole === null && text === said) return text;
  if (whole !== null && whole.kind !== 'about-me' && whole.kind !== 'about-me-except' && whole.rest !== null)
    return text.slice(whole.rest).padStart(text.length);
  return sentencesOf(text).reduce(
    (left, sentence) =>
      forgettingOf(sentence.text, addressee) === null
        ? left
        : left.slice(0, sentence.offset) +
          ' '.repeat(sentence.text.length) +
          left.slice(sentence.offset + sentence.text.length),
    text,
  );
};
