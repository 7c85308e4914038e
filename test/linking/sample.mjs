// Days of a made-up channel in the form of an IRC log, for those who have no log at hand. Far easier than real names.
import { chance } from '../random-world/chance.mjs';

const syllables = 'bar do fen gil hu jor kal lin mo nep or pim quo ras sten tav ul vex wyn zel'.split(' ');
const words = 'anyone knows how the driver of this card is installed again please thanks'.split(' ');

export const sampleDays = (seed, days = 4) => {
  const { pick, below, next } = chance(seed);
  const int = (least, most) => least + below(most - least + 1);
  const maybe = (share) => next() < share;
  const newName = () => Array.from({ length: int(2, 3) }, () => pick(syllables)).join('');
  const another = (nick) =>
    pick([
      () => `${nick}_`,
      () => `${nick}|away`,
      () => `${nick}${int(1, 99)}`,
      () => `_${nick}_`,
      () => nick.replace(/o/u, '0').replace(/^./u, (first) => first.toUpperCase()),
      () => `${nick}${pick(syllables)}`,
      newName,
    ])();
  return Array.from({ length: days }, (_, day) => {
    const people = [...new Set(Array.from({ length: 120 }, newName))];
    const lines = [];
    for (let line = 0; line < 500; line += 1) {
      const at = int(0, people.length - 1);
      const [nick, other] = [people[at], pick(people)];
      const clock = `${String(Math.floor(line / 60)).padStart(2, '0')}:${String(line % 60).padStart(2, '0')}`;
      if (maybe(0.04)) {
        const renamed = another(nick);
        if (people.includes(renamed)) continue;
        lines.push(`=== ${nick} is now known as ${renamed}`);
        people[at] = renamed;
      } else if (maybe(0.1)) lines.push(`=== ${nick} has joined #sample`);
      else lines.push(`[${clock}] <${nick}> ${maybe(0.4) ? `${other}: ` : ''}${pick(words)} ${pick(words)}`);
    }
    return { name: `sample-${String(day + 1)}`, text: lines.join('\n') };
  });
};
