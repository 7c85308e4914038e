// Reads the three files. What is for scoring only is kept apart from what is played, so that no input can hold it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const readLines = async (path) =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const minutes = 60_000;
/** Turns without a time follow the one before at the usual distance. */
const timed = (events) => {
  let last = Date.parse('2026-03-02T08:00:00Z');
  return events.map((event) => {
    const at = event.ts === null ? NaN : Date.parse(`${event.ts}Z`);
    last = Math.max(Number.isNaN(at) ? 0 : at, last + (Number.isNaN(at) ? 3 * minutes : 1));
    return { id: event.id, n: event.n, speakerId: event.speaker_id, text: event.text, at: new Date(last) };
  });
};

const groupBy = (rows, key) => {
  const groups = new Map();
  for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row]);
  return groups;
};

export const loadEpisodes = async (folder) => {
  const [episodes, events, queries] = await Promise.all(
    ['episodes', 'events', 'queries'].map((name) => readLines(join(folder, `${name}.jsonl`))),
  );
  const eventsOf = groupBy(events, 'episode');
  const queriesOf = groupBy(queries, 'episode');
  return episodes.map(({ episode, domain, principals, relationships }) => {
    const turns = timed([...(eventsOf.get(episode) ?? [])].sort((a, b) => a.n - b.n));
    const placeOf = new Map(turns.map((turn, index) => [turn.id, index]));
    const asked = (queriesOf.get(episode) ?? []).map((query) => ({
      question: {
        id: query.id,
        askerId: query.asker_id,
        text: query.query,
        turns: placeOf.get(query.as_of) + 1,
      },
      marks: {
        type: query.type,
        include: query.include,
        leakTargets: query.leak_targets,
        attack: query.attack,
      },
    }));
    return {
      episode,
      domain,
      principals: principals.map((one) => ({ id: one.principal_id, role: one.role, name: one.display_name })),
      relationships,
      turns,
      asked: asked.sort((a, b) => a.question.turns - b.question.turns),
    };
  });
};
