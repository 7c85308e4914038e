import { firstNameOf, foldName } from '#identity';
import { forgottenMark, valuesToForget, withoutValues } from '../forgetting/forgotten-values.js';
import type { Directive } from './directive.js';
import type { HeardContext, HeardMessage } from './mentions.js';

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
  const { asked, told } = valuesToForget(message.text, namesSomebody(context));
  const values = [...asked, ...told];
  const facts = found.facts.filter(
    ({ content }) => !content.includes(forgottenMark) && withoutValues(content, values) === content,
  );
  return values.length === 0
    ? { ...found, facts }
    : { ...found, facts, directives: [...found.directives, { kind: 'forget-values', asked, told }] };
};
