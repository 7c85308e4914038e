import { randomUUID } from 'node:crypto';
import { parseEnv, testIndexSettings, testsAppsApart, type KithConfig } from '#config';
import type { MemoryView, RecallAnswer } from '#contracts';
import { fixIdKey, madeOn, type Provided } from '#testing';
import { startPlatform, type Engines, type Platform } from '#standalone';
import { Apart } from './apart.js';
import { openEngines } from './engines.js';

/** A place as adaptors name it, always on platform `chat` unless it says otherwise. */
export interface PlaceOf {
  readonly type: 'dm' | 'group' | 'thread' | 'workspace';
  readonly external_id: string;
  readonly platform?: string;
  readonly name?: string;
  readonly access?: 'open' | 'restricted';
  readonly history?: 'visible' | 'since_joining';
  readonly parent?: PlaceOf;
}

export interface PersonOf {
  readonly id: string;
  readonly name?: string;
  readonly handle?: string;
  readonly kind?: 'human' | 'agent';
  readonly platform?: string;
}

export interface Response {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

const configFor = (settings: Readonly<Record<string, string>> = {}): KithConfig => {
  const parsed = parseEnv({
    KITH_DATA_DIR: 'memory://',
    KITH_EMBEDDER: 'none',
    KITH_LOG_LEVEL: 'silent',
    KITH_MAINTENANCE__SCHEDULED: 'false',
    ...testIndexSettings(`test-${randomUUID().slice(0, 8)}`),
    ...settings,
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.config;
};

/** An account, by its platform where that is not `chat`: `telegram:sam`. */
export type AccountOf = string;
export const accountRef = (account: AccountOf): { platform: string; platform_user_id: string } => {
  const [first = '', second] = account.split(':');
  return second === undefined
    ? { platform: 'chat', platform_user_id: first }
    : { platform: first, platform_user_id: second };
};

const day = 86_400_000;
export const agent = 'helper';

export interface Fact {
  readonly memory_id: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly count?: number;
}

const isReset = (error: unknown): boolean =>
  (error as { readonly cause?: { readonly code?: unknown } }).cause?.code === 'ECONNRESET';

/** An idle connection may be closed at the very moment it is used again: clients try once more, and so do we. */
const fetchAgain = async (url: string, init: RequestInit): ReturnType<typeof fetch> => {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!isReset(error)) throw error;
    return fetch(url, init);
  }
};

const today = (): Date => new Date();

type Open = (...given: Parameters<typeof openEngines>) => Promise<Engines>;

/** A platform of its own, with the id key of tests, spoken to over HTTP as adaptors, clients and operators do. Times start at yesterday noon UTC. */
export class World {
  private minutes = 0;
  private second: string | null = null;
  private count = 0;
  private readonly start = Math.floor(Date.now() / day) * day - day / 2;

  private constructor(readonly platform: Platform) {}

  static async open(
    settings: Readonly<Record<string, string>> = {},
    now = today,
    open: Open = openEngines,
    logTo?: NodeJS.WritableStream,
    more?: (engines: Engines) => Provided,
  ): Promise<World> {
    // What is put in the place of a part, and a store that is kept in a folder, are in one process.
    const isPlain =
      now === today && open === openEngines && !logTo && !more && !('KITH_DATA_DIR' in settings);
    if (testsAppsApart() && isPlain)
      return new World(await Apart.open({ KITH_EMBEDDER: 'none', ...settings }));
    const log = logTo ? { logTo } : {};
    const config = configFor(settings);
    return new World(
      await startPlatform({
        config,
        port: 0,
        quiet: true,
        now,
        make: madeOn(async () => {
          const engines = await open(config, now);
          await fixIdKey(engines.database);
          return engines;
        }, more),
        ...log,
      }),
    );
  }

  close(): Promise<void> {
    return this.platform.stop();
  }

  /** The next minute, or one that many days before or after it. */
  at(days = 0): string {
    this.minutes += 1;
    return new Date(this.start + this.minutes * 60_000 + days * day).toISOString();
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    key = this.platform.operatorKey,
  ): Promise<Response> {
    const response = await fetchAgain(this.platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text === '' ? null : JSON.parse(text) };
  }

  /** Links two accounts of the platform `chat`, or of the one that they name, as two operators do. Returns the link's id. */
  async link(from: AccountOf, to: AccountOf): Promise<string> {
    const id = await this.propose(from, to);
    this.second ??= await this.keyFor('operator');
    const { status, text } = await this.call('POST', `/v1/reviews/${id}/approve`, {}, this.second);
    if (status !== 200) throw new Error(`approving answered ${String(status)}: ${text}`);
    return id;
  }

  async propose(from: AccountOf, to: AccountOf, more: object = {}): Promise<string> {
    const { status, body, text } = await this.call('POST', '/v1/links', {
      from: accountRef(from),
      to: accountRef(to),
      ...more,
    });
    if (status !== 201) throw new Error(`proposing answered ${String(status)}: ${text}`);
    return (body as { id: string }).id;
  }

  async keyFor(role: 'adaptor' | 'client' | 'operator'): Promise<string> {
    const { body } = await this.call('POST', '/v1/keys', { roles: [role], name: role });
    return (body as { key: string }).key;
  }

  private envelope(type: string, data: object) {
    this.count += 1;
    return {
      specversion: '1.0',
      id: `e-${String(this.count)}`,
      source: '/test',
      type,
      data: { platform: 'chat', agent_id: agent, ...data },
    };
  }

  private account(person: PersonOf | string) {
    const one = typeof person === 'string' ? { id: person } : person;
    return {
      platform_user_id: one.id,
      handle: one.handle ?? one.id,
      display_name: one.name ?? one.id.slice(0, 1).toUpperCase() + one.id.slice(1),
      ...(one.kind ? { kind: one.kind } : {}),
      ...(one.platform ? { platform: one.platform } : {}),
    };
  }

  posted(
    person: PersonOf | string,
    source: PlaceOf,
    text: string,
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    const at = typeof extra['sent_at'] === 'string' ? extra['sent_at'] : this.at();
    const data = {
      message_id: `m-${String(this.count + 1)}`,
      text,
      sent_at: at,
      source,
      author: this.account(person),
      ...extra,
    };
    return this.envelope('kith.message.posted.v1', data);
  }
  edited(message_id: string, source: PlaceOf, text: string) {
    return this.envelope('kith.message.edited.v1', { message_id, source, text, edited_at: this.at() });
  }
  deleted(message_id: string, source: PlaceOf) {
    return this.envelope('kith.message.deleted.v1', { message_id, source, deleted_at: this.at() });
  }
  joined(person: PersonOf | string, source: PlaceOf) {
    return this.envelope('kith.participant.joined.v1', {
      source,
      participant: this.account(person),
      at: this.at(),
    });
  }
  left(person: PersonOf | string, source: PlaceOf) {
    return this.envelope('kith.participant.left.v1', {
      source,
      participant: this.account(person),
      at: this.at(),
    });
  }
  renamed(person: string, display_name: string) {
    return this.envelope('kith.profile.changed.v1', {
      account: { platform_user_id: person },
      display_name,
      at: this.at(),
    });
  }

  /** Publishes and waits until recall can see the outcome. Returns the facts of each event. */
  async publish(...events: readonly object[]): Promise<readonly (readonly Fact[])[]> {
    const { status, body, text } = await this.call(
      'POST',
      '/v1/events?wait=indexed&timeout_ms=30000',
      events,
    );
    if (status !== 200) throw new Error(`publishing answered ${String(status)}: ${text}`);
    return (body as { results: readonly { facts: readonly Fact[] }[] }).results.map((result) => result.facts);
  }

  /** The lot in any order, without waiting for each. */
  async pour(events: readonly object[]): Promise<void> {
    for (let from = 0; from < events.length; from += 500) {
      const { status, text } = await this.call('POST', '/v1/events', events.slice(from, from + 500));
      if (status !== 202) throw new Error(`publishing answered ${String(status)}: ${text}`);
    }
    await this.platform.settled(60_000);
  }

  async say(
    person: PersonOf | string,
    source: PlaceOf,
    text: string,
    extra: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly Fact[]> {
    return (await this.publish(this.posted(person, source, text, extra)))[0] ?? [];
  }

  async ask(
    viewer: AccountOf,
    source: PlaceOf | null,
    query: string,
    extra: Readonly<Record<string, unknown>> = {},
  ): Promise<RecallAnswer> {
    const { status, body, text } = await this.call('POST', '/v1/recall', {
      agent_id: agent,
      viewer: accountRef(viewer),
      source: source
        ? { platform: source.platform ?? 'chat', type: source.type, external_id: source.external_id }
        : null,
      query,
      // All that may be told, whether or not it answers; messages where a test wants them.
      threshold: 0,
      include_messages: false,
      ...extra,
    });
    if (status !== 200) throw new Error(`recall answered ${String(status)}: ${text}`);
    return body as RecallAnswer;
  }

  async remember(
    viewer: string,
    content: string,
    extra: Readonly<Record<string, unknown>> = {},
  ): Promise<Response> {
    return this.call('POST', '/v1/memories', {
      agent_id: agent,
      viewer: { platform: 'chat', platform_user_id: viewer },
      content,
      ...extra,
    });
  }
}

export const memoriesOf = (answer: RecallAnswer): readonly string[] =>
  answer.results.map((result: MemoryView) => result.memory);

/** Lines of the context that stand under a heading, up to the next heading of the same or a higher level. */
export const under = (context: string, heading: string): readonly string[] => {
  const lines = context.split('\n');
  const start = lines.findIndex((line) => /^#{2,4} /u.test(line) && line.replace(/^#+ /u, '') === heading);
  if (start < 0) return [];
  const level = /^#+/u.exec(lines[start] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => (/^#+(?= )/u.exec(line)?.[0].length ?? 9) <= level);
  return rest.slice(0, end < 0 ? undefined : end).filter((line) => line.startsWith('- '));
};

export const workspace = (external_id: string): PlaceOf => ({
  type: 'workspace',
  external_id,
  name: external_id,
});
export const channel = (
  external_id: string,
  of: PlaceOf | null,
  access?: 'open' | 'restricted',
): PlaceOf => ({
  type: 'group',
  external_id,
  name: `#${external_id}`,
  ...(access ? { access } : {}),
  ...(of ? { parent: of } : {}),
});
export const dm = (person: string): PlaceOf => ({ type: 'dm', external_id: `dm-${person}` });
