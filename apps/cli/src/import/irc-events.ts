import type { CloudEvent } from './batches.js';
import { addressedNicks, openNickBook, type NickBook } from './nick-book.js';
import { parseLine, type IrcLine } from './irc-line.js';
import { spreadTimes } from './irc-timeline.js';

export interface IrcFile {
  readonly name: string;
  /** The day of the first line, YYYY-MM-DD. */
  readonly date: string;
  readonly text: string;
}

export interface IrcPlace {
  readonly platform: string;
  readonly network: string;
  readonly channel: string;
  readonly agentId: string;
  readonly isBot: (nick: string) => boolean;
  /** From the logger's wall clock to the instant. */
  readonly toInstant: (wallMs: number) => number;
}

interface OddLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface IrcCounts {
  readonly lines: number;
  readonly messages: number;
  readonly people: number;
  readonly renames: number;
  readonly joins: number;
  readonly leaves: number;
  /** Understood, with nothing to remember: modes, topics, empty lines. */
  readonly skipped: number;
}

export interface IrcImport {
  readonly events: readonly CloudEvent[];
  readonly counts: IrcCounts;
  readonly odd: readonly OddLine[];
}

interface ReadLine {
  readonly file: IrcFile;
  readonly number: number;
  readonly raw: string;
  readonly parsed: IrcLine;
  readonly at: string;
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/u);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/** The channel that most join lines name; null when none does. */
export const channelIn = (files: readonly IrcFile[]): string | null => {
  const votes = new Map<string, number>();
  for (const { text } of files)
    for (const [, channel = ''] of text.matchAll(/ has joined ([#&]\S+)/gu))
      votes.set(channel, (votes.get(channel) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
};

/** Day of a log by its file name: `2008-06-03.log`, `20080603.txt`, `2008/06/03/channel.txt`. */
export const dateInName = (path: string): string | null => {
  const found = [
    ...path.matchAll(/(?<!\d)(\d{4})([-/_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/gu),
  ].at(-1);
  return found ? `${found[1] ?? ''}-${found[3] ?? ''}-${found[4] ?? ''}` : null;
};

const readLines = (files: readonly IrcFile[], toInstant: IrcPlace['toInstant']): readonly ReadLine[] => {
  let previous = Number.NEGATIVE_INFINITY;
  return files.flatMap((file) => {
    const raws = linesOf(file.text);
    const parsed = raws.map(parseLine);
    const midnight = Date.parse(`${file.date}T00:00:00Z`);
    return spreadTimes(parsed.map(({ clock }) => clock)).map((time, index): ReadLine => {
      previous = Math.max(previous + 1, toInstant(midnight + time));
      const line = parsed[index] ?? { kind: 'blank', clock: null };
      return {
        file,
        number: index + 1,
        raw: raws[index] ?? '',
        parsed: line,
        at: new Date(previous).toISOString(),
      };
    });
  });
};

/** Nicks that speak, move or rename somewhere in the files: only they can be addressed or act in the old notation. */
const meetEverybody = (lines: readonly ReadLine[]): NickBook => {
  const book = openNickBook();
  for (const { parsed } of lines) {
    if (parsed.kind === 'said' || parsed.kind === 'joined' || parsed.kind === 'left') book.meet(parsed.nick);
    if (parsed.kind === 'did' && !parsed.unsure) book.meet(parsed.nick);
    if (parsed.kind === 'renamed') book.rename(parsed.nick, parsed.to);
  }
  return book;
};

const sourceOf = (place: IrcPlace): Readonly<Record<string, unknown>> => ({
  type: 'group',
  external_id: place.channel,
  name: place.channel,
  access: 'open',
  parent: { type: 'workspace', external_id: place.network, name: place.network },
});

const maxTextBytes = 32 * 1024;

const writer = (place: IrcPlace, book: NickBook) => {
  const source = sourceOf(place);
  const origin = `/import/irc/${encodeURIComponent(place.network)}/${encodeURIComponent(place.channel)}`;
  const common = { platform: place.platform, agent_id: place.agentId };
  const accountOf = (nick: string) => ({
    platform_user_id: book.accountOf(nick) ?? nick,
    handle: nick,
    display_name: nick,
    ...(place.isBot(nick) ? { kind: 'agent' } : {}),
  });
  const envelope = (line: ReadLine, type: string, data: Readonly<Record<string, unknown>>): CloudEvent => ({
    specversion: '1.0',
    id: `${line.file.date}:${line.number}`,
    source: origin,
    type: `kith.${type}.v1`,
    time: line.at,
    data: { ...common, ...data },
  });
  const mentions = (text: string) =>
    addressedNicks(text, (nick) => book.accountOf(nick) !== null).map((nick) => accountOf(nick));
  return {
    posted: (line: ReadLine, nick: string, text: string) =>
      envelope(line, 'message.posted', {
        message_id: `${line.file.date}:${line.number}`,
        text,
        sent_at: line.at,
        source,
        author: accountOf(nick),
        conversation_id: place.channel,
        mentions: mentions(text),
      }),
    moved: (line: ReadLine, kind: 'joined' | 'left', nick: string) =>
      envelope(line, `participant.${kind}`, { source, participant: accountOf(nick), at: line.at }),
    renamed: (line: ReadLine, from: string, to: string) =>
      envelope(line, 'profile.changed', {
        account: { platform_user_id: book.accountOf(from) ?? from, handle: from },
        handle: to,
        display_name: to,
        at: line.at,
      }),
  };
};

const eventOf = (
  line: ReadLine,
  book: NickBook,
  write: ReturnType<typeof writer>,
): CloudEvent | 'skip' | 'odd' => {
  const { parsed } = line;
  switch (parsed.kind) {
    case 'said':
      return Buffer.byteLength(parsed.text) > maxTextBytes
        ? 'odd'
        : write.posted(line, parsed.nick, parsed.text);
    case 'did':
      return parsed.unsure && book.accountOf(parsed.nick) === null
        ? 'odd'
        : write.posted(line, parsed.nick, `/me ${parsed.text}`);
    case 'joined':
    case 'left':
      return write.moved(line, parsed.kind, parsed.nick);
    case 'renamed':
      // A nick that belongs to another account changes no profile: its later lines are that account's.
      return book.accountOf(parsed.nick) === book.accountOf(parsed.to)
        ? write.renamed(line, parsed.nick, parsed.to)
        : 'skip';
    case 'notice':
    case 'blank':
      return 'skip';
    case 'odd':
      return 'odd';
  }
};

/** Events of the log files, in the order in which they happened. The same files give the same events. */
export const ircEvents = (unordered: readonly IrcFile[], place: IrcPlace): IrcImport => {
  const files = [...unordered].sort((a, b) => (a.date < b.date ? -1 : 1));
  const lines = readLines(files, place.toInstant);
  const book = meetEverybody(lines);
  const write = writer(place, book);
  const events: CloudEvent[] = [];
  const odd: OddLine[] = [];
  let skipped = 0;
  for (const line of lines) {
    const event = eventOf(line, book, write);
    if (event === 'odd') odd.push({ file: line.file.name, line: line.number, text: line.raw });
    else if (event === 'skip') skipped += 1;
    else events.push(event);
  }
  const count = (type: string) => events.filter((event) => event.type === `kith.${type}.v1`).length;
  return {
    events,
    odd,
    counts: {
      lines: lines.length,
      messages: count('message.posted'),
      people: book.people(),
      renames: count('profile.changed'),
      joins: count('participant.joined'),
      leaves: count('participant.left'),
      skipped,
    },
  };
};
