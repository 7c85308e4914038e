/** The time a line carries, as the wall clock of the logger showed it. */
export interface IrcClock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number | null;
}

/** What one line of a channel log tells. `unsure` actions have the shape of a server notice: only a known nick proves them. */
export type IrcLine =
  | { readonly kind: 'said'; readonly clock: IrcClock | null; readonly nick: string; readonly text: string }
  | {
      readonly kind: 'did';
      readonly clock: IrcClock | null;
      readonly nick: string;
      readonly text: string;
      readonly unsure: boolean;
    }
  | {
      readonly kind: 'joined' | 'left';
      readonly clock: IrcClock | null;
      readonly nick: string;
      readonly channel: string | null;
    }
  | { readonly kind: 'renamed'; readonly clock: IrcClock | null; readonly nick: string; readonly to: string }
  | { readonly kind: 'notice' | 'blank' | 'odd'; readonly clock: IrcClock | null };

const nick = String.raw`[^\s<>,:!@#/]{1,64}`;
const stamp = /^\[?(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?:\]|(?=\s))\s?/u;
const said = new RegExp(String.raw`^<\s?[@+%&~]?(?<nick>${nick})>(?: (?<text>.*))?$`, 'u');
const noticed = new RegExp(String.raw`^-(?<nick>${nick}):#\S+- (?<text>.*)$`, 'u');
const did = new RegExp(String.raw`^\s*\* (?<nick>${nick}) (?<text>.+)$`, 'u');
const host = String.raw`(?:\s+[\[(][^\])]*[\])])?`;
const marker = String.raw`^(?:===|\*\*\*|-!-|\s*\*(?=\s))\s+`;
const joined = new RegExp(
  String.raw`${marker}(?<nick>${nick})${host}\s+has joined (?<channel>[#&]\S+)\s*$`,
  'u',
);
const left = new RegExp(
  String.raw`${marker}(?<nick>${nick})${host}\s+(?:has (?:left(?: (?<channel>[#&]\S+))?|quit)|was kicked (?:off|from|by)\b)(?:\s.*|)$`,
  'u',
);
const renamed = new RegExp(String.raw`${marker}(?<nick>${nick}) is now known as (?<to>${nick})\s*$`, 'u');
const channelNotice =
  /^(?:===|\*\*\*|-!-|---)\s+(?:(?:server)?mode\/|topic\b|[#&]\S|log (?:opened|closed)|day changed|\S+ (?:changed the topic|sets? mode|set the topic)\b|\S+ invited)/iu;
const oldAction = new RegExp(String.raw`^===\s+(?<nick>${nick}) (?<text>.+)$`, 'u');

/** mIRC colours and styles, and other control bytes, are how text looked, not what was typed. */
// eslint-disable-next-line no-control-regex
const styling = /\u0003(?:\d{1,2}(?:,\d{1,2})?)?|[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/gu;

const clockOf = (groups: Readonly<Record<string, string | undefined>>): IrcClock => ({
  hour: Number(groups['hour']),
  minute: Number(groups['minute']),
  second: groups['second'] === undefined ? null : Number(groups['second']),
});

type Groups = Readonly<Record<string, string | undefined>>;
const groupsOf = (pattern: RegExp, line: string): Groups | null => pattern.exec(line)?.groups ?? null;

const spokenLine = (line: string, clock: IrcClock | null): IrcLine | null => {
  const words = groupsOf(said, line) ?? groupsOf(noticed, line);
  if (!words?.['nick']) return null;
  const text = (words['text'] ?? '').trim();
  return text === '' ? { kind: 'blank', clock } : { kind: 'said', clock, nick: words['nick'], text };
};

const movedLine = (line: string, clock: IrcClock | null): IrcLine | null => {
  const move = groupsOf(joined, line);
  if (move?.['nick']) return { kind: 'joined', clock, nick: move['nick'], channel: move['channel'] ?? null };
  const leave = groupsOf(left, line);
  if (leave?.['nick']) return { kind: 'left', clock, nick: leave['nick'], channel: leave['channel'] ?? null };
  const rename = groupsOf(renamed, line);
  if (rename?.['nick'] && rename['to'])
    return { kind: 'renamed', clock, nick: rename['nick'], to: rename['to'] };
  return null;
};

const actedLine = (line: string, clock: IrcClock | null): IrcLine | null => {
  const action = groupsOf(did, line);
  if (action?.['nick'] && action['text'])
    return { kind: 'did', clock, nick: action['nick'], text: action['text'].trim(), unsure: false };
  const old = groupsOf(oldAction, line);
  if (old?.['nick'] && old['text'])
    return { kind: 'did', clock, nick: old['nick'], text: old['text'].trim(), unsure: true };
  return null;
};

/** Reads one line of a channel log; never fails: what is not understood is `odd`. */
export const parseLine = (raw: string): IrcLine => {
  const line = raw.replace(styling, '').trimEnd();
  if (line.trim() === '') return { kind: 'blank', clock: null };
  const stamped = stamp.exec(line);
  const clock = stamped?.groups ? clockOf(stamped.groups) : null;
  const rest = stamped ? line.slice(stamped[0].length) : line;
  const spoken = spokenLine(rest, clock) ?? movedLine(rest, clock);
  if (spoken) return spoken;
  if (channelNotice.test(rest)) return { kind: 'notice', clock };
  return actedLine(rest, clock) ?? { kind: 'odd', clock };
};
