import type { RecallAnswer } from '#contracts';
import { agent, type Fact, type PlaceOf, type World } from '../../support/world.js';
import type { Ask, Happening, Person, Place, Wording } from './scenario.js';

export interface Keys {
  readonly adaptor: string;
  readonly client: string;
}

export const keysOf = async (world: World): Promise<Keys> => ({
  adaptor: await world.keyFor('adaptor'),
  client: await world.keyFor('client'),
});

interface Cast {
  readonly people: Wording['people'];
  readonly places: Readonly<Record<string, Place>>;
}

const day = 86_400_000;
const minute = 60_000;

const sourceOf = (key: string, place: Place, cast: Cast): PlaceOf => {
  const parentKey = place.in ?? place.under;
  const parent = parentKey === undefined ? null : placeNamed(parentKey, cast);
  return {
    type: place.type,
    external_id: key,
    name: place.name ?? (place.type === 'group' ? `#${key}` : key),
    ...(place.access ? { access: place.access } : {}),
    ...(place.history ? { history: place.history } : {}),
    ...(parent ? { parent } : {}),
  };
};

/** `dm:rain` needs no entry; a workspace that is only stood in needs none either. */
const placeNamed = (key: string, cast: Cast): PlaceOf => {
  if (key.startsWith('dm:')) return { type: 'dm', external_id: `dm-${key.slice(3)}` };
  return sourceOf(key, cast.places[key] ?? { type: 'workspace' }, cast);
};

/** One story on a platform of its own: who is in it, where, and when the next thing happens. */
export class Stage {
  private happened = 0;

  constructor(
    private readonly world: World,
    private readonly keys: Keys,
    readonly platform: string,
    private cast: Cast,
    /** The first moment of the story; recent, since what people say grows old. */
    private readonly start = new Date(Date.now() - 2.5 * day),
  ) {}

  private person(key: string): Person {
    const known = this.cast.people[key];
    if (known === undefined) throw new Error(`nobody called ${key} in this story`);
    return typeof known === 'string' ? { name: known } : known;
  }

  account(key: string) {
    const { name, handle, platform } = this.person(key);
    return {
      ...(platform ? { platform } : {}),
      platform_user_id: key,
      handle: handle ?? name.toLowerCase().replaceAll(/\s+/gu, '_'),
      display_name: name,
    };
  }

  reference(key: string) {
    return { platform: this.person(key).platform ?? this.platform, platform_user_id: key };
  }

  place(key: string): PlaceOf {
    return placeNamed(key, this.cast);
  }

  private envelope(type: string, data: object) {
    return {
      specversion: '1.0',
      id: `${this.platform}/${String(this.happened)}`,
      source: '/scenarios',
      type: `kith.${type}.v1`,
      data: { platform: this.platform, agent_id: agent, ...data },
    };
  }

  private data(happening: Happening, at: string): readonly [string, object] {
    switch (happening.does) {
      case 'say': {
        const posted = {
          message_id: happening.as ?? `m-${String(this.happened)}`,
          text: happening.text,
          sent_at: at,
          source: this.place(happening.at),
          author: this.account(happening.who),
          mentions: (happening.mentions ?? []).map((key) => this.account(key)),
          ...(happening.replyTo ? { reply_to: happening.replyTo } : {}),
        };
        return ['message.posted', posted];
      }
      case 'join':
      case 'leave': {
        const moved = { source: this.place(happening.at), participant: this.account(happening.who), at };
        return [happening.does === 'join' ? 'participant.joined' : 'participant.left', moved];
      }
      case 'rename': {
        const { platform_user_id } = this.account(happening.who);
        return ['profile.changed', { account: { platform_user_id }, display_name: happening.name, at }];
      }
      case 'edit': {
        const { message, text } = happening;
        const edited = { message_id: message, source: this.place(happening.at), text, edited_at: at };
        return ['message.edited', edited];
      }
      case 'change': {
        const { at: key, to } = happening;
        const { in: _in, under: _under, ...place } = this.cast.places[key] ?? { type: 'group' as const };
        const hangs = to.in !== undefined || to.under !== undefined ? place : this.cast.places[key];
        const changed: Place = { type: 'group', ...hangs, ...to };
        this.cast = { ...this.cast, places: { ...this.cast.places, [key]: changed } };
        return ['source.changed', { source: this.place(key), at }];
      }
      case 'delete':
        return [
          'message.deleted',
          { message_id: happening.message, source: this.place(happening.at), deleted_at: at },
        ];
    }
  }

  eventOf(happening: Happening) {
    this.happened += 1;
    const at = new Date(this.start.getTime() + this.happened * minute + (happening.days ?? 0) * day);
    return this.envelope(...this.data(happening, at.toISOString()));
  }

  async publish(events: readonly object[]): Promise<readonly (readonly Fact[])[]> {
    const { status, text, body } = await this.world.call(
      'POST',
      '/v1/events?wait=indexed&timeout_ms=60000',
      events,
      this.keys.adaptor,
    );
    if (status !== 200) throw new Error(`publishing answered ${String(status)}: ${text}`);
    const { results } = body as { results: readonly { status: string; facts: readonly Fact[] }[] };
    const refused = results.filter(({ status: is }) => is === 'rejected' || is === 'failed');
    if (refused.length > 0) throw new Error(`events were rejected or failed: ${JSON.stringify(refused)}`);
    return results.map((result) => result.facts);
  }

  /** Everybody who is said to be somewhere is there before the first word. */
  async gather(): Promise<void> {
    const joins = Object.entries(this.cast.places).flatMap(([key, place]) =>
      (place.members ?? []).map((who) => this.eventOf({ does: 'join', who, at: key })),
    );
    if (joins.length > 0) await this.publish(joins);
  }

  /** What came of each. */
  async play(happenings: readonly Happening[], oneByOne: boolean): Promise<readonly (readonly Fact[])[]> {
    const events = happenings.map((happening) => this.eventOf(happening));
    if (!oneByOne) return events.length === 0 ? [] : this.publish(events);
    const facts: (readonly Fact[])[] = [];
    for (const event of events) facts.push(...(await this.publish([event])));
    return facts;
  }

  requestOf({ viewer, at, q, more = {} }: Pick<Ask, 'viewer' | 'at' | 'q' | 'more'>): object {
    const place = at === null ? null : this.place(at);
    return {
      agent_id: agent,
      viewer: this.reference(viewer),
      source: place
        ? {
            platform: this.platform,
            type: place.type,
            external_id: place.external_id,
            ...(place.type === 'thread' && place.parent ? { parent: place.parent } : {}),
          }
        : null,
      query: q,
      // All that may be told, whether or not it answers; messages where a story wants them.
      threshold: 0,
      include_messages: false,
      ...more,
    };
  }

  async ask(
    question: Pick<Ask, 'viewer' | 'at' | 'q' | 'more'>,
  ): Promise<{ readonly answer: RecallAnswer; readonly bytes: string }> {
    const { status, text, body } = await this.world.call(
      'POST',
      '/v1/recall',
      this.requestOf(question),
      this.keys.client,
    );
    if (status !== 200) throw new Error(`recall answered ${String(status)}: ${text}`);
    return { answer: body as RecallAnswer, bytes: text };
  }

  /** As an operator, who may look at anything. */
  async inspect<T>(path: string): Promise<T> {
    const { status, body, text } = await this.world.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${String(status)}: ${text}`);
    return body as T;
  }

  /** Null for somebody the platform has not met. */
  async entityId(key: string): Promise<string | null> {
    const { platform, platform_user_id } = this.reference(key);
    const query = new URLSearchParams({ platform, platform_user_id }).toString();
    const { status, body } = await this.world.call('GET', `/v1/scope?${query}`);
    return status === 200 ? (body as { user_id: string }).user_id : null;
  }
}
