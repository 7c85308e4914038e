import { nameForms, nameInStatement } from '#read-models';
import type { ExtractedMessage } from '../message-context/message-context.js';

/** As its author asks to be called in a message, where nobody who reads it knows that yet. */
const newNamesIn = ({ message: { row, context }, reading }: ExtractedMessage): readonly string[] => {
  const told = reading.facts.flatMap(({ topic, content }) => nameInStatement(topic, content) ?? []);
  const author = context.people.find(({ entityId }) => entityId === row.author_id);
  const known = new Set(author?.names.flatMap(({ text }) => nameForms(text)));
  return told.filter((name) => nameForms(name).some((form) => !known.has(form)));
};

/**
 * Read together, "Yu has a harp" does not know yet who asked to be called Yu just before: such are left for the next batch.
 * The message that tells the name stays, so every batch gets on.
 */
export const withNamesSettled = (items: readonly ExtractedMessage[]): readonly ExtractedMessage[] => {
  const told = items.flatMap((item) =>
    newNamesIn(item).map((name) => ({
      forms: new Set(nameForms(name)),
      by: item,
      at: item.message.row.sent_at,
    })),
  );
  if (told.length === 0) return items;
  const isLeft = (item: ExtractedMessage): boolean => {
    const looked = item.reading.namesLookedUp.flatMap(nameForms);
    return told.some(
      ({ forms, by, at }) =>
        by !== item && at <= item.message.row.sent_at && looked.some((form) => forms.has(form)),
    );
  };
  // Of two who tell the same name each looks it up: the one that was sent first stays.
  const first = told.reduce((one, other) => (other.at < one.at ? other : one)).by;
  return items.filter((item) => item === first || !isLeft(item));
};
