import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const mill = workspace('mill');

interface Meeting {
  /** Who plans, who hears it, and about whom it is. */
  readonly who: readonly [string, string, string];
  readonly says: string;
  readonly asked: string;
  readonly secret: RegExp;
  readonly kind: 'channel' | 'group' | 'thread' | 'shared dm';
}

/** Twenty times somebody says of somebody what they shall not hear, and then they join. */
const meetings: readonly Meeting[] = [
  {
    who: ['agnes', 'bela', 'cosima'],
    says: 'Cosima gets a telescope from us',
    asked: 'what does Cosima get?',
    secret: /telescope/iu,
    kind: 'channel',
  },
  {
    who: ['dario', 'elin', 'fritz'],
    says: 'We decided to buy Fritz a kayak',
    asked: 'what did we decide to buy?',
    secret: /kayak/iu,
    kind: 'group',
  },
  {
    who: ['greta', 'hamid', 'ilja'],
    says: 'Ilja is a terrible cook',
    asked: 'what do you know about Ilja?',
    secret: /terrible/iu,
    kind: 'channel',
  },
  {
    who: ['janna', 'karim', 'lotte'],
    says: 'The farewell for Lotte is on Thursday',
    asked: 'when is the farewell?',
    secret: /farewell/iu,
    kind: 'group',
  },
  {
    who: ['malik', 'nuria', 'oskar'],
    says: 'Oskar snores like a tractor',
    asked: 'what does Oskar do?',
    secret: /snore/iu,
    kind: 'thread',
  },
  {
    who: ['petra', 'quentin', 'runa'],
    says: 'Runa loves the blue vase, I ordered it',
    asked: 'what does Runa love?',
    secret: /vase/iu,
    kind: 'channel',
  },
  {
    who: ['samir', 'tilde', 'ugo'],
    says: 'Ugo hates our pancakes',
    asked: 'what does Ugo hate?',
    secret: /pancake/iu,
    kind: 'shared dm',
  },
  {
    who: ['viola', 'wenzel', 'xaver'],
    says: 'We decided to name Xaver captain',
    asked: 'who is named captain?',
    secret: /captain/iu,
    kind: 'group',
  },
  {
    who: ['yara', 'zoran', 'aino'],
    says: 'Aino hates the harp of her uncle',
    asked: 'what does Aino hate?',
    secret: /harp/iu,
    kind: 'channel',
  },
  {
    who: ['bruno', 'clio', 'dele'],
    says: 'Dele lives with his ex again',
    asked: 'who does Dele live with?',
    secret: /\bex\b/iu,
    kind: 'group',
  },
  {
    who: ['edda', 'falk', 'gunda'],
    says: 'Gunda plays the fiddle badly',
    asked: 'what does Gunda play?',
    secret: /fiddle/iu,
    kind: 'thread',
  },
  {
    who: ['hirsch', 'ines', 'jorin'],
    says: 'Jorin works for the other brewery',
    asked: 'where does Jorin work?',
    secret: /brewery/iu,
    kind: 'channel',
  },
  {
    who: ['kaja', 'leif', 'mirko'],
    says: 'Mirko is from Tarnowo, he never says so',
    asked: 'where is Mirko from?',
    secret: /Tarnowo/iu,
    kind: 'shared dm',
  },
  {
    who: ['nele', 'otis', 'pavel'],
    says: 'We decided to sell the boat of Pavel',
    asked: 'what did we decide about the boat?',
    secret: /sell/iu,
    kind: 'group',
  },
  {
    who: ['quirin', 'rieke', 'sanne'],
    says: 'Sanne has a twin called Mette',
    asked: 'who is the twin of Sanne?',
    secret: /Mette/iu,
    kind: 'channel',
  },
  {
    who: ['tomke', 'ulf', 'vesna'],
    says: "Vesna's favorite singer is Orbison, I got tickets",
    asked: 'who is the favorite singer of Vesna?',
    secret: /Orbison|tickets/iu,
    kind: 'group',
  },
  {
    who: ['wiebke', 'ximo', 'yael'],
    says: 'Yael wants to leave the quartet',
    asked: 'what does Yael want?',
    secret: /quartet/iu,
    kind: 'thread',
  },
  {
    who: ['zita', 'arvid', 'birte'],
    says: 'Birte collects thimbles, we have fifty for her',
    asked: 'what does Birte collect?',
    secret: /thimble/iu,
    kind: 'channel',
  },
  {
    who: ['cajus', 'dagny', 'enno'],
    says: 'Enno likes Dagny',
    asked: 'whom does Enno like?',
    secret: /likes/iu,
    kind: 'shared dm',
  },
  {
    who: ['folke', 'gesa', 'hinnerk'],
    says: 'The present for Hinnerk is a globe',
    asked: 'what is the present for Hinnerk?',
    secret: /globe/iu,
    kind: 'group',
  },
];

const placeOf = ({ kind, who }: Meeting, history: PlaceOf['history']): PlaceOf => {
  const name = `${who.join('-')}-${history ?? 'as-it-is'}`;
  const shown = history ? { history } : {};
  if (kind === 'group') return { ...channel(name, null), ...shown };
  if (kind === 'shared dm') return { type: 'dm', external_id: name, ...shown };
  const room = { ...channel(name, mill, 'restricted'), ...shown };
  return kind === 'thread' ? { type: 'thread', external_id: `t-${name}`, parent: room } : room;
};
const joinedIn = (place: PlaceOf): PlaceOf =>
  place.type === 'thread' && place.parent ? place.parent : place;

describe('a secret about somebody who joins later', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const play = async (history: PlaceOf['history']): Promise<void> => {
    await world.pour(
      meetings.flatMap((meeting) => {
        const [planner, hearer, subject] = meeting.who;
        const place = placeOf(meeting, history);
        return [
          ...[planner, hearer].map((person) => world.joined(person, joinedIn(place))),
          world.posted(hearer, place, 'hello'),
          world.posted(planner, place, meeting.says),
          world.joined(subject, joinedIn(place)),
          world.posted(subject, place, 'hi everybody'),
        ];
      }),
    );
  };
  const tells = async (
    { asked, secret }: Meeting,
    viewer: string,
    place: PlaceOf | null,
  ): Promise<boolean> => {
    const answer = await world.ask(viewer, place, asked, { include_messages: true, top_k: 50, threshold: 0 });
    return memoriesOf(answer).some((memory) => secret.test(memory)) || secret.test(answer.context);
  };
  const whoAreTold = async (history: PlaceOf['history']): Promise<readonly string[]> => {
    const told: string[] = [];
    for (const meeting of meetings)
      for (const viewer of meeting.who)
        if (await tells(meeting, viewer, placeOf(meeting, history))) told.push(`${viewer}: ${meeting.says}`);
    return told;
  };

  it('is not told in front of them, whoever asks, and is told alone to those who heard it', async () => {
    await play(undefined);
    expect(await whoAreTold(undefined)).toEqual([]);
    for (const meeting of meetings) {
      const [planner, hearer, subject] = meeting.who;
      expect([
        meeting.says,
        await tells(meeting, subject, dm(subject)),
        await tells(meeting, subject, null),
      ]).toEqual([meeting.says, false, false]);
      // A dm of two teaches nothing about a third person to whoever reads it alone but its speaker.
      const heard = [await tells(meeting, planner, dm(planner)), await tells(meeting, hearer, dm(hearer))];
      expect([meeting.says, heard]).toEqual([meeting.says, [true, true]]);
    }
  }, 120_000);

  it('is told where newcomers can scroll up', async () => {
    await play('visible');
    const expected = meetings.flatMap(({ who, says }) => who.map((viewer) => `${viewer}: ${says}`));
    expect(await whoAreTold('visible')).toEqual(expected);
  }, 120_000);
});
