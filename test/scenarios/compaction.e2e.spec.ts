import { describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { oneWorld } from './support/run.js';
import { say, type Happening, type Person } from './support/scenario.js';
import { Stage } from './support/stage.js';

interface Channel {
  readonly title: string;
  readonly people: Readonly<Record<string, Person | string>>;
  /** Per person what they say of themselves, with a fragment that only they said. */
  readonly facts: Readonly<Record<string, readonly (readonly [text: string, fragment: string])[]>>;
  readonly chatter: readonly string[];
}

const channels: readonly Channel[] = [
  {
    title: 'as given: JamiePine and two people called Alex',
    people: {
      jamie: { name: 'JamiePine', handle: 'jamiepine' },
      alex1: { name: 'Alex', handle: 'alex' },
      alex2: { name: 'Alex', handle: 'alex_' },
    },
    facts: {
      jamie: [
        ['I live in Vancouver', 'Vancouver'],
        ['My favorite editor is Helix', 'Helix'],
        ['I have a dog named Pixel', 'Pixel'],
        ['I work at a bookshop', 'bookshop'],
        ['I love cycling', 'cycling'],
      ],
      alex1: [
        ['I live in Leeds', 'Leeds'],
        ['I work at a bakery', 'bakery'],
        ['I hate olives', 'olives'],
        ['I have a cat named Mochi', 'Mochi'],
        ['My favorite color is ochre', 'ochre'],
      ],
      alex2: [
        ['I live in Austin', 'Austin'],
        ['I work at a hospital', 'hospital'],
        ['I like jazz', 'jazz'],
        ['I have a parrot named Kiwi', 'Kiwi'],
        ["I'm learning Portuguese", 'Portuguese'],
      ],
    },
    chatter: ['lol', 'good morning!', 'anyone up for a round?', 'brb', 'nice one', 'what time is it there?'],
  },
  {
    title: 'a support channel on another platform, three Marias',
    people: {
      m1: { name: 'Maria', handle: 'maria.s' },
      m2: { name: 'Maria', handle: 'maria.k' },
      m3: { name: 'Maria Olsen', handle: 'mol' },
      bo: 'Bo',
    },
    facts: {
      m1: [
        ['I live in Trondheim', 'Trondheim'],
        ['I love hiking', 'hiking'],
        ['I have two sons', 'two sons'],
      ],
      m2: [
        ['I live in Utrecht', 'Utrecht'],
        ["I'm vegetarian", 'egetarian'],
        ['I have a horse named Bandit', 'Bandit'],
      ],
      m3: [
        ['I work at the post office', 'post office'],
        ['I hate coriander', 'coriander'],
        ["I'm from Chile", 'Chile'],
      ],
      bo: [
        ['I live in Malmö', 'Malmö'],
        ['I like crosswords', 'crosswords'],
        ['I have a boat', 'boat'],
      ],
    },
    chatter: ['ok', 'thanks!', 'is the printer on?', 'haha', 'see you tomorrow', 'one moment'],
  },
  {
    title: 'a football team, three names that begin alike',
    people: { sam: 'Sam', sami: 'Sami', samu: { name: 'Samuel', handle: 'sammy' } },
    facts: {
      sam: [
        ['I live in Cork', 'Cork'],
        ['I work at a zoo', 'zoo'],
        ['I love tango', 'tango'],
      ],
      sami: [
        ['I live in Oulu', 'Oulu'],
        ['I work at a library', 'library'],
        ['I hate licorice', 'licorice'],
      ],
      samu: [
        ['I live in Accra', 'Accra'],
        ['I have a twin brother', 'twin brother'],
        ['I like chess', 'chess'],
      ],
    },
    chatter: ['gg', 'who brings the ball?', 'yes', 'no way', 'hm', 'training at six?'],
  },
];

/** Sixty lines: the facts spread evenly, each person after the other, chatter by whoever between. */
const linesOf = ({ people, facts, chatter }: Channel): readonly Happening[] => {
  const keys = Object.keys(people);
  const rounds = Math.max(...Object.values(facts).map((own) => own.length));
  const told = Array.from({ length: rounds }, (_, round) =>
    keys.flatMap((key) => {
      const text = facts[key]?.[round]?.[0];
      return text === undefined ? [] : [say(key, 'hall', text)];
    }),
  ).flat();
  const between = Math.floor((60 - told.length) / told.length);
  const lines = told.flatMap((line, index) => [
    line,
    ...Array.from({ length: between }, (_, n) =>
      say(keys[(index + n) % keys.length] ?? '', 'hall', chatter[(index + n) % chatter.length] ?? ''),
    ),
  ]);
  const rest = Array.from({ length: 60 - lines.length }, (_, n) =>
    say(keys[n % keys.length] ?? '', 'hall', chatter[n % chatter.length] ?? ''),
  );
  return [...lines, ...rest];
};

describe('SC-37 a long channel keeps whose words are whose', () => {
  const running = oneWorld();
  it.each(
    channels
      .slice(0, proofCases(channels.length, 1))
      .map((channel, index) => [channel.title, channel, index] as const),
  )(
    '%s',
    async (_title, channel, index) => {
      const { world, keys } = running();
      const people = Object.keys(channel.people);
      const stage = new Stage(world, keys, `chat:sc-37-${String(index + 1)}`, {
        people: channel.people,
        places: { hall: { type: 'group', in: 'club', members: people } },
      });
      await stage.gather();
      const lines = linesOf(channel);
      expect(lines).toHaveLength(60);
      await stage.play(lines, false);
      for (const [viewer, facts] of Object.entries(channel.facts)) {
        const id = await stage.entityId(viewer);
        const { answer } = await stage.ask({
          viewer,
          at: 'hall',
          q: 'what do you know about me?',
          more: { subjects: [{ entity_id: id }], top_k: 200 },
        });
        const owned = answer.results.filter((result) =>
          result.subjects.some((subject) => subject.entity_id === id),
        );
        const misattributed = answer.results.filter((result) => {
          const owner = people.find((key) =>
            channel.facts[key]?.some(([, fragment]) => result.memory.includes(fragment)),
          );
          const isOwners = owner === viewer;
          return isOwners !== owned.includes(result) || (isOwners && result.speaker?.entity_id !== id);
        });
        expect(misattributed.map((result) => result.memory)).toEqual([]);
        for (const [, fragment] of facts)
          expect(owned.map((result) => result.memory)).toContainEqual(expect.stringContaining(fragment));
      }
    },
    120_000,
  );
});
