import { firstNameOf, foldName } from '#identity';
import { forgottenMark, valuesToForget, withoutValues } from '#safety';
import type { Extraction, ReadingContext, WindowMessage } from '../fact-extractor.js';

/** Names of people who are known here belong to them: nobody takes them back. */
const namesSomebody =
  ({ people }: ReadingContext) =>
  (name: string): boolean =>
    people.some((person) =>
      person.names.some(
        ({ text }) =>
          foldName(text) === foldName(name) || foldName(firstNameOf(text) ?? '') === foldName(name),
      ),
    );

/** The reading with the values that its message asks to forget, and without facts of them or of what is forgotten. */
export const withForgottenValues = (
  reading: Extraction,
  message: WindowMessage,
  context: ReadingContext,
): Extraction => {
  const isMachine =
    message.authorKind === 'agent' ||
    message.authorKind === 'system' ||
    message.authorId === context.agentEntityId;
  if (isMachine) return reading;
  const { asked, told } = valuesToForget(message.text, namesSomebody(context));
  const values = [...asked, ...told];
  const facts = reading.facts.filter(
    ({ content }) => !content.includes(forgottenMark) && withoutValues(content, values) === content,
  );
  return values.length === 0
    ? { ...reading, facts }
    : { ...reading, facts, directives: [...reading.directives, { kind: 'forget-values', asked, told }] };
};
