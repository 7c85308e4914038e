import { describe, expect, it } from '@jest/globals';
import type { RecallAnswer } from '#contracts';
import { proofCases } from '#testing';
import { oneWorld } from './support/run.js';
import { say, type Ask, type Place } from './support/scenario.js';
import { Stage } from './support/stage.js';

interface Crowding {
  readonly title: string;
  readonly places: Readonly<Record<string, Place>>;
  /** Where the other one talks. */
  readonly elsewhere: string;
  readonly own: readonly string[];
  readonly others: (count: number) => string;
  readonly ask: Pick<Ask, 'at' | 'q'>;
  readonly wanted: string;
  /** So many rows of somebody else. */
  readonly crowd: number;
}

/** More than a list of one lane holds, at the least. */
const most = proofCases(1_500, 400);
const many = proofCases(1_000, 400);

const crowdings: readonly Crowding[] = [
  {
    title: 'as given: one Volvo beside thousands of cars told alone',
    places: {},
    elsewhere: 'dm:bob',
    own: ['I drive a Volvo'],
    others: (count) => `I like car model ${String(count)}`,
    ask: { at: 'dm:alice', q: 'car' },
    wanted: 'Volvo',
    crowd: most,
  },
  {
    title: 'in another workspace, the very words of the question',
    places: {
      here: { type: 'group', in: 'mine', members: ['alice'] },
      there: { type: 'group', in: 'other', members: ['bob'] },
    },
    elsewhere: 'there',
    own: ['I like green tea', 'I live in Bruges', 'I have a dog named Loki'],
    others: (count) => `I like tea with lemon number ${String(count)}`,
    ask: { at: 'here', q: 'who likes tea with lemon?' },
    wanted: 'green tea',
    crowd: many,
  },
  {
    title: 'in a restricted channel of the same workspace',
    places: {
      open: { type: 'group', in: 'studio', members: ['alice', 'bob'] },
      closed: { type: 'group', in: 'studio', access: 'restricted', members: ['bob'] },
    },
    elsewhere: 'closed',
    own: ['I play the cello', 'I like jazz', 'I like opera', 'I like chess', 'I like soup', 'I like wool'],
    others: (count) => `I like symphony number ${String(count)}`,
    ask: { at: 'open', q: 'which instrument do I play?' },
    wanted: 'cello',
    crowd: many,
  },
];

const shown = ({ results, context }: RecallAnswer): object => ({ results, context });

describe('SC-38 the rows of others starve nobody and move nothing', () => {
  const running = oneWorld();
  it.each(
    crowdings.slice(0, proofCases(3, 1)).map((crowding, index) => [crowding.title, crowding, index] as const),
  )(
    '%s',
    async (_title, crowding, index) => {
      const { world, keys } = running();
      const stage = new Stage(world, keys, `chat:sc-38-${String(index + 1)}`, {
        people: { alice: 'Alice', bob: 'Bob' },
        places: crowding.places,
      });
      await stage.gather();
      const home = crowding.ask.at ?? 'dm:alice';
      const played = await stage.play(
        crowding.own.map((text) => say('alice', home, text)),
        false,
      );
      expect(played.map((facts) => facts.map(({ outcome }) => outcome))).toEqual(
        crowding.own.map(() => ['ADD']),
      );
      const ask = { viewer: 'alice', ...crowding.ask, more: { top_k: 5 } };
      const alone = (await stage.ask(ask)).answer;
      expect(alone.results).toHaveLength(Math.min(5, crowding.own.length));
      expect(alone.context).toContain(crowding.wanted);

      await world.pour(
        Array.from({ length: crowding.crowd }, (_, n) =>
          stage.eventOf({ ...say('bob', crowding.elsewhere, crowding.others(n + 1)), days: -n / 5_000 }),
        ),
      );
      const theirs = await stage.ask({
        viewer: 'bob',
        at: crowding.elsewhere,
        q: 'what do you know about me?',
        more: { top_k: 200 },
      });
      expect(theirs.answer.results).toHaveLength(200);
      expect(shown((await stage.ask(ask)).answer)).toEqual(shown(alone));

      const bob = (await stage.entityId('bob')) ?? '';
      const gone = await world.call(
        'DELETE',
        `/v1/memories?agent_id=helper&speaker_id=${bob}&timeout_ms=60000`,
      );
      expect(gone.status).toBe(200);
      expect(shown((await stage.ask(ask)).answer)).toEqual(shown(alone));
    },
    300_000,
  );
});
