import type { CloudEvent } from '../import/batches.js';
import { happenings, people, places, type PersonKey, type PlaceKey } from './story.js';
import type { Happening, StoryPlace } from './story-types.js';

export const platform = 'discord';

interface Reference {
  readonly type: string;
  readonly external_id: string;
  readonly name?: string;
  readonly access?: string;
  readonly parent?: Reference;
}

export const placeRef = (key: PlaceKey): Reference => {
  const place: StoryPlace = places[key];
  const parent = Object.entries(places).find(([name]) => name === place.parent)?.[0] as PlaceKey | undefined;
  return {
    type: place.type,
    external_id: place.id,
    ...(place.type === 'dm' ? {} : { name: place.name }),
    ...(place.access ? { access: place.access } : {}),
    ...(parent ? { parent: placeRef(parent) } : {}),
  };
};

const account = (key: PersonKey, name: string) => ({
  platform_user_id: people[key].id,
  handle: people[key].handle,
  display_name: name,
});

export interface ToldHappening {
  readonly event: CloudEvent;
  readonly happening: Happening<PersonKey, PlaceKey>;
}

const partOf = (
  happening: Happening<PersonKey, PlaceKey>,
  nameOf: (who: PersonKey) => string,
  id: string,
  at: string,
) => {
  const who = account(happening.who, nameOf(happening.who));
  if ('says' in happening)
    return {
      type: 'kith.message.posted.v1',
      data: {
        message_id: id,
        text: happening.says,
        sent_at: at,
        source: placeRef(happening.at),
        author: who,
        mentions: (happening.to ?? []).map((other) => account(other, nameOf(other))),
      },
    };
  if ('becomes' in happening)
    return {
      type: 'kith.profile.changed.v1',
      data: { account: { platform_user_id: who.platform_user_id }, display_name: happening.becomes, at },
    };
  const place = 'joins' in happening ? happening.joins : happening.leaves;
  return {
    type: `kith.participant.${'joins' in happening ? 'joined' : 'left'}.v1`,
    data: { source: placeRef(place), participant: who, at },
  };
};

/** The story as message events, an hour long, ending a minute before `now`. */
export const tell = (now: Date): readonly ToldHappening[] => {
  const names = new Map<PersonKey, string>();
  const nameOf = (who: PersonKey): string => names.get(who) ?? people[who].name;
  const step = 3_600_000 / happenings.length;
  return happenings.map((happening, index) => {
    const at = new Date(now.getTime() - 3_660_000 + Math.floor(index * step)).toISOString();
    const id = `demo-${index + 1}`;
    const { type, data } = partOf(happening, nameOf, id, at);
    if ('becomes' in happening) names.set(happening.who, happening.becomes);
    const event = { specversion: '1.0', id, source: '/demo', type, time: at, data: { platform, ...data } };
    return { event, happening };
  });
};
