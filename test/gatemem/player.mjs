// One episode told to a running platform over HTTP as an adaptor tells it, and asked as a client asks.
import { agentOf, placeTurns } from './places.mjs';

const account = ({ id, name, role }) => ({
  platform_user_id: id,
  handle: id,
  display_name: name,
  ...(role === 'agent' ? { kind: 'agent' } : {}),
});

export class Player {
  constructor(platform, episode) {
    this.platform = platform;
    this.episode = episode;
    this.turns = placeTurns(episode);
    this.people = new Map(episode.principals.map((person) => [person.id, person]));
    this.agentId = agentOf(episode.principals).id;
    this.told = 0;
    this.joined = new Set();
  }

  envelope(id, type, data) {
    const { episode } = this.episode;
    return {
      specversion: '1.0',
      id: `${episode}/${id}`,
      source: '/gatemem',
      type: `kith.${type}.v1`,
      data: { platform: episode, agent_id: `${episode}/agent`, ...data },
    };
  }

  async call(path, body) {
    const response = await fetch(this.platform.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.platform.operatorKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return this.call(path, body);
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Members take part from the first turn on, whoever speaks first. */
  arrivals(place) {
    if (this.joined.has(place.ref.external_id)) return [];
    this.joined.add(place.ref.external_id);
    const at = this.turns[0].at.toISOString();
    return place.members.map((id) =>
      this.envelope(`joined/${place.ref.external_id}/${id}`, 'participant.joined', {
        source: place.ref,
        participant: account(this.people.get(id)),
        at,
      }),
    );
  }

  posted({ id, speakerId, text, at, place }) {
    const speaker = this.people.get(speakerId);
    const author =
      speakerId === this.agentId
        ? { ...account(speaker), platform_user_id: `${speakerId}` }
        : account(speaker);
    return this.envelope(id, 'message.posted', {
      message_id: id,
      text,
      sent_at: at.toISOString(),
      source: place.ref,
      author,
    });
  }

  /** Tells what was said up to a turn, and waits until it can be recalled. */
  async playTo(turns) {
    const next = this.turns.slice(this.told, turns);
    this.told = Math.max(this.told, turns);
    const events = next.flatMap((turn) => [...this.arrivals(turn.place), this.posted(turn)]);
    const facts = new Map();
    for (let from = 0; from < events.length; from += 100) {
      const part = events.slice(from, from + 100);
      const { results } = await this.call('/v1/events?wait=indexed&timeout_ms=60000', part);
      for (const [index, result] of results.entries()) {
        const { type, data } = part[index];
        if (result.errors) throw new Error(JSON.stringify(result));
        if (type === 'kith.message.posted.v1') facts.set(data.message_id, result.facts);
      }
    }
    return facts;
  }

  /** Asks as somebody alone with the agent. */
  ask({ askerId, text, turns }, options) {
    return this.call('/v1/recall', {
      agent_id: `${this.episode.episode}/agent`,
      viewer: { platform: this.episode.episode, platform_user_id: askerId },
      query: text,
      top_k: 10,
      as_of: this.turns[turns - 1].at.toISOString(),
      ...options,
    });
  }
}
