import { firstNameOf, foldName } from '#identity';
import type { Addressee } from '../forgetting/forget-me.js';
import { forgottenMark, valuesToForget, withoutValues } from '../forgetting/forgotten-values.js';
import { forgettingOf } from '../forgetting/forgetting.js';
import { takenBackIn } from '../forgetting/taken-back-here.js';
import { addresseeOf } from './addressing.js';
import type { Directive } from './directive.js';
import type { HeardContext, HeardMessage } from './mentions.js';
import { proven } from '../text/proven.js';

/** What was found in a message, as far as forgetting a value changes it. */
interface Found {
  readonly facts: readonly { readonly content: string }[];
  readonly directives: readonly Directive[];
}

/** Names of people who are known here belong to them: nobody takes them back. */
const namesSomebody =
  ({ people }: HeardContext) =>
  (name: string): boolean =>
    people.some((person) =>
      person.names.some(
        ({ text }) =>
          foldName(text) === foldName(name) || foldName(firstNameOf(text) ?? '') === foldName(name),
      ),
    );

const idle = proven({
  id: 'idle',
  pattern:
    /^(?:the|an?|my|our|your|that|this|is|are|was|were|am|i|we|of|on|in|at|to|about|for|and|or|it|said|told|old|new|earlier|previous|last)$/iu,
  yes: ['the', 'earlier', 'Said'],
  no: ['falcon', 'them'],
});

/**
 * What an order repeats of what shall go: "forget that my sister is pregnant" tells it once more. One word alone only
 * says what is meant ("forget my birthday").
 */
const repeatedIn = (message: HeardMessage, addressee: Addressee): readonly string[] => {
  const order = forgettingOf(message.text, addressee);
  const what = order?.kind === 'what' ? (order.what ?? '') : '';
  const words = (what.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !idle.test(word));
  return words.length > 1 && message.text.includes(what) ? [what] : [];
};

/** The same with the values that its message asks to forget, and without facts of them or of what is forgotten. */
export const withForgottenValues = <Of extends Found>(
  found: Of,
  message: HeardMessage,
  context: HeardContext,
): Of => {
  const isMachine =
    message.authorKind === 'agent' ||
    message.authorKind === 'system' ||
    message.authorId === context.agentEntityId;
  if (isMachine) return found;
  const { asked, told: named } = valuesToForget(message.text, namesSomebody(context));
  const addressee = addresseeOf(message, context);
  const here = takenBackIn(message.text, addressee).map(({ start, end }) => message.text.slice(start, end));
  const told = [...named, ...here];
  const repeated = repeatedIn(message, addressee);
  const values = [...asked, ...told, ...repeated];
  const facts = found.facts.filter(
    ({ content }) => !content.includes(forgottenMark) && withoutValues(content, values) === content,
  );
  return values.length === 0
    ? { ...found, facts }
    : {
        ...found,
        facts,
        directives: [...found.directives, { kind: 'forget-values', asked, told, repeated }],
      };
};
