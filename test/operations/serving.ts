import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from '#config';
import { madeOn } from '#testing';
import { startPlatform, type Engines, type Platform } from '#standalone';
import { openEngines } from '../support/engines.js';

export interface Told {
  readonly status: number;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a spec asserts the shape
  readonly body: any;
}

type Open = (...given: Parameters<typeof openEngines>) => Promise<Engines>;

/** A platform of its own with every log line and every answer kept, to be searched for what must not be in them. */
export class Serving {
  readonly answers: string[] = [];

  private constructor(
    readonly platform: Platform,
    readonly logged: string[],
  ) {}

  static async open(settings: Readonly<Record<string, string>>, open: Open = openEngines): Promise<Serving> {
    const parsed = parseEnv({
      KITH_DATA_DIR: 'memory://',
      KITH_EMBEDDER: 'none',
      KITH_LOG_LEVEL: 'trace',
      ...settings,
    });
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    const logged: string[] = [];
    const logTo = { write: (line: string) => logged.push(line) };
    const { config } = parsed;
    const make = madeOn(() => open(config));
    return new Serving(await startPlatform({ config, port: 0, logTo, make }), logged);
  }

  get port(): string {
    return new URL(this.platform.url).port;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Told> {
    const response = await fetch(this.platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.platform.operatorKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    this.answers.push(`${JSON.stringify([...response.headers])}\n${text}`);
    const isJson = /json/u.test(response.headers.get('content-type') ?? '');
    return { status: response.status, text, body: isJson ? (JSON.parse(text) as unknown) : null };
  }

  /** Log lines of an event, parsed. */
  lines(event: string): readonly Readonly<Record<string, unknown>>[] {
    return this.logged
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .filter((line) => line['event'] === event);
  }

  /** The number behind a sample of /metrics; 0 when it is not there. */
  async metric(sample: string): Promise<number> {
    const { text } = await this.call('GET', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
    return line === undefined ? 0 : Number(line.slice(sample.length + 1));
  }
}

/** Files below a folder that hold one of these texts as they are, by name and text. */
export const holding = async (folder: string, texts: readonly string[]): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    for (const text of texts) if (bytes.includes(text)) found.push(`${entry.name}: ${text}`);
  }
  return found;
};

/** Waits for a condition, with a limit. */
export const until = async (holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> => {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('did not come true in time');
};

let minutes = 0;
const start = Date.now() - 86_400_000;
export const nextMinute = (): string => new Date(start + (minutes += 1) * 60_000).toISOString();

export const eventOf = (id: string, type: string, data: Readonly<Record<string, unknown>>) => ({
  specversion: '1.0',
  id,
  source: '/test',
  type: `kith.${type}.v1`,
  data: { platform: 'chat', agent_id: 'helper', ...data },
});

export const posted = (id: string, text: string, more: Readonly<Record<string, unknown>> = {}) =>
  eventOf(id, 'message.posted', {
    message_id: id,
    text,
    sent_at: nextMinute(),
    source: { type: 'group', external_id: 'hall', name: '#hall', history: 'visible' },
    author: { platform_user_id: 'u-1', handle: 'wanda', display_name: 'Wanda' },
    ...more,
  });
