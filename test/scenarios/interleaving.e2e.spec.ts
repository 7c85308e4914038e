import { describe, expect, it } from '@jest/globals';
import type { RecallAnswer } from '#contracts';
import { proofCases } from '#testing';
import { oneWorld } from './support/run.js';
import { say, type Ask, type Happening, type Place } from './support/scenario.js';
import { Stage } from './support/stage.js';

interface Crowd {
  readonly title: string;
  readonly people: Readonly<Record<string, string>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly secretOf: (person: string) => string;
  readonly questions: readonly string[];
}

const crowdOf = (
  title: string,
  names: readonly string[],
  workspace: string,
  groups: readonly (readonly [key: string, from: number, to: number])[],
  secretOf: Crowd['secretOf'],
  questions: readonly string[],
): Crowd => {
  const keys = names.map((name) => name.toLowerCase());
  const places = Object.fromEntries(
    groups.map(([key, from, to]) => [
      key,
      { type: 'group', in: workspace, members: keys.slice(from, to) } satisfies Place,
    ]),
  );
  return {
    title,
    people: Object.fromEntries(keys.map((key, index) => [key, names[index] ?? key])),
    places,
    secretOf,
    questions,
  };
};

const crowds: readonly Crowd[] = [
  crowdOf(
    'as given: 500 requests, 6 people, 8 places',
    ['Uma', 'Viggo', 'Wanda', 'Xaver', 'Yara', 'Zeno'],
    'hub',
    [
      ['north', 0, 4],
      ['south', 2, 6],
    ],
    (person) => `parcel-${person}`,
    ['what do you know about me?', 'parcel', 'what is in the locker?'],
  ),
  crowdOf(
    'a school on another platform',
    ['Adaeze', 'Bertil', 'Chiara', 'Dmitri', 'Esme', 'Faisal'],
    'school',
    [
      ['year-one', 0, 3],
      ['year-two', 3, 6],
    ],
    (person) => `locker-${person}`,
    ['what do you remember about me', 'my locker', 'who has a dog?'],
  ),
  crowdOf(
    'everybody in the same two places',
    ['Gro', 'Hiro', 'Isla', 'Jomo', 'Kaja', 'Lev'],
    'yard',
    [
      ['fore', 0, 6],
      ['aft', 0, 6],
    ],
    (person) => `cabin-${person}`,
    ['tell me about myself', 'cabin', 'which pet do I have?'],
  ),
];

const storyOf = ({ people, places, secretOf }: Crowd): readonly Happening[] =>
  Object.keys(people).flatMap((key, index) => {
    const shared = Object.entries(places).find(([, place]) => place.members?.includes(key))?.[0] ?? '';
    return [
      say(key, `dm:${key}`, `My favorite box is ${secretOf(key)}`),
      say(key, shared, `I have a dog named Pet${String(index)}`),
    ];
  });

const shown = ({ results, context, scope }: RecallAnswer): string =>
  JSON.stringify({ results, context, scope });

describe('SC-26 requests that follow each other do not mix', () => {
  const running = oneWorld();
  it.each(crowds.map((crowd, index) => [crowd.title, crowd, index] as const))(
    '%s',
    async (_title, crowd, index) => {
      const { world, keys } = running();
      const stage = new Stage(world, keys, `chat:sc-26-${String(index + 1)}`, crowd);
      await stage.gather();
      await stage.play(storyOf(crowd), false);
      const asks = Object.keys(crowd.people).flatMap((viewer): Pick<Ask, 'viewer' | 'at' | 'q'>[] => {
        const groups = Object.keys(crowd.places).filter((key) =>
          crowd.places[key]?.members?.includes(viewer),
        );
        return [`dm:${viewer}`, ...groups].flatMap((at) => crowd.questions.map((q) => ({ viewer, at, q })));
      });
      const alone = new Map<object, string>();
      for (const ask of asks) alone.set(ask, shown((await stage.ask(ask)).answer));

      const ids = new Map<string, string | null>();
      for (const key of Object.keys(crowd.people)) ids.set(key, await stage.entityId(key));
      const requests = Array.from(
        { length: index === 0 ? proofCases(500, 64) : proofCases(150, 32) },
        (_, n) => asks[(n * 7) % asks.length],
      );
      const one = async (ask: (typeof requests)[number]): Promise<readonly string[]> => {
        if (ask === undefined) return ['no question'];
        const { answer, bytes } = await stage.ask(ask);
        const others = Object.keys(crowd.people).filter((key) => key !== ask.viewer);
        return [
          ...(shown(answer) === alone.get(ask)
            ? []
            : [`${ask.viewer} at ${ask.at ?? ''}: differs from alone`]),
          ...(answer.scope?.user_id === ids.get(ask.viewer) ? [] : [`${ask.viewer}: scope of another`]),
          ...others
            .filter((key) => bytes.includes(crowd.secretOf(key)))
            .map((key) => `${ask.viewer} reads what ${key} said alone`),
          ...(ask.at?.startsWith('dm:') &&
          ask.q === crowd.questions[0] &&
          !bytes.includes(crowd.secretOf(ask.viewer))
            ? [`${ask.viewer}: own words are missing`]
            : []),
        ];
      };
      const faults: string[] = [];
      for (let from = 0; from < requests.length; from += 16)
        faults.push(...(await Promise.all(requests.slice(from, from + 16).map(one))).flat());
      expect(faults).toEqual([]);
    },
    240_000,
  );
});
