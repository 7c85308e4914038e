// A day of a channel as messages: who said what, in which line. Joins, renames and the like carry no statement.
import { readFile } from 'node:fs/promises';

const line = /^\[(\d\d):(\d\d)\] (?:<([^>]+)> (.*)|\s*\* (\S+) (.*))$/u;

export const readDay = async (folder, day) => {
  const lines = (await readFile(`${folder}/${day}.log`, 'utf8')).split('\n');
  return lines.flatMap((text, at) => {
    const found = line.exec(text);
    if (found === null) return [];
    const [, , , said, saying, did, doing] = found;
    return [{ number: at + 1, speaker: said ?? did ?? '', text: saying ?? doing ?? '' }];
  });
};
