// Plain BM25 over turns, to compare with and to prove the scorer: over all, and over one's own and one's relations' turns.
import { plainBm25 } from '../retrieval/plain-bm25.mjs';

const cut = 10;
const contextOf = (turns, question) => {
  if (turns.length === 0) return '';
  const textOf = new Map(turns.map(({ id, text }) => [id, text]));
  return plainBm25(turns)(question, cut)
    .map((id) => textOf.get(id))
    .join('\n');
};

export const allTurns = ({ turns }, question) => contextOf(turns.slice(0, question.turns), question.text);

const namesIn = (relation) =>
  Object.entries(relation).flatMap(([key, value]) => (key === 'type' ? [] : [value]));

/** Whom one relationship names together with the asker, or with a project of the asker. */
const relatedTo = ({ relationships }, askerId) => {
  const own = relationships.filter((relation) => namesIn(relation).includes(askerId));
  const projects = new Set(own.flatMap(({ project_id: project }) => (project ? [project] : [])));
  const shared = relationships.filter(({ project_id: project }) => projects.has(project));
  return new Set([askerId, ...[...own, ...shared].flatMap(namesIn)]);
};

const asksToForget =
  /\b(?:delete|remove|forget|erase)\b.*\b(?:memory|note|chart|number|contact|alias|mapping|token|label)\b/iu;

/** Own turns and those of related people; a turn that asks to forget takes the three nearest before it along. */
export const relatedTurns = (episode, question) => {
  const people = relatedTo(episode, question.askerId);
  const turns = episode.turns.slice(0, question.turns);
  const gone = new Set();
  turns.forEach((turn, index) => {
    if (!asksToForget.test(turn.text) || index === 0) return;
    gone.add(turn.id);
    for (const id of plainBm25(turns.slice(0, index))(turn.text, 3)) gone.add(id);
  });
  return contextOf(
    turns.filter(({ id, speakerId }) => people.has(speakerId) && !gone.has(id)),
    question.text,
  );
};
