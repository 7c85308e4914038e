// One episode told to a running platform over HTTP as an adaptor tells it, and asked as a client asks.
import { placeTurns } from './places.mjs';

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
    this.told = 0;
    this.joined = new Set();
  }

  envelope(id, type, data) {
    return {
      specversion: '1.0',
      id: `${this.platformName}/${id}`,
      source: '/gatemem',
      type: `kith.${type}.v1`,
      data: { platform: this.platformName, agent_id: this.agentName, ...data },
    };
  }

  async call(path, body, method = 'POST') {
    const response = await fetch(this.platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.platform.operatorKey}`,
        'content-type': 'application/json',
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return this.call(path, body, method);
    }
    if (response.status === 404 && method === 'GET') return null;
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
    return this.envelope(id, 'message.posted', {
      message_id: id,
      text,
      sent_at: at.toISOString(),
      source: place.ref,
      author: account(speaker),
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

  get platformName() {
    return this.episode.episode;
  }

  get agentName() {
    return `${this.episode.episode}/agent`;
  }

  /** A row as an operator sees it, whatever anybody else may. */
  read(memoryId) {
    return this.call(`/v1/memories/${memoryId}?agent_id=${encodeURIComponent(this.agentName)}`, null, 'GET');
  }

  /** What the policy says to the asker of one row. */
  judge({ askerId }, memoryId) {
    return this.call('/v1/policy/explain', {
      agent_id: this.agentName,
      viewer: { platform: this.platformName, platform_user_id: askerId },
      memory_id: memoryId,
    });
  }

  /** Asks as somebody alone with the agent. */
  ask({ askerId, text, turns }, options) {
    return this.call('/v1/recall', {
      agent_id: this.agentName,
      viewer: { platform: this.platformName, platform_user_id: askerId },
      query: text,
      top_k: 10,
      as_of: this.turns[turns - 1].at.toISOString(),
      ...options,
    });
  }
}
