import { proven } from '#safety';
import { lemmaOf } from '../words/verbs.js';
import { attributeOf, isCommonWord, isGivenName, isIn } from '../words/lexicon.js';

/** Blanks out, unit by unit, so that spans stay what they were. */
export const blank = (text: string): string => text.replace(/[^\n]/gu, (unit) => ' '.repeat(unit.length));

export const firstPerson = /\b(?:i|i'm|im|i'll|i've|ive|my|me|mine|we|our|us|you|your)\b/iu;

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?`;
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
const stamp = String.raw`[[(][^\])\n]{0,24}${clock}[^\])\n]{0,8}[\])]`;
const nick = String.raw`[^\s:<>()[\],]{1,32}(?: [^\s:<>()[\],]{1,24})?`;
/** A line out of a log or of another client: when, who, and what was said. */
const logged: readonly RegExp[] = [
  new RegExp(String.raw`^${stamp}[ \t]*(?:<[^\s>]{1,32}>|${nick}:)[ \t]`, 'iu'),
  new RegExp(String.raw`^(?:${date},? )?${clock}[ \t]*(?:-[ \t]*${nick}:|<[^\s>]{1,32}>)[ \t]`, 'iu'),
  new RegExp(String.raw`^${nick},?[ \t]*${stamp}:?[ \t]`, 'iu'),
  /^<[+@%&~ ]?[\p{L}_^{}|][\p{L}\p{N}_^{}|-]{1,31}>[ \t](?!.*<\/)/u,
  // As bridges write it: "Zed (telegram): …".
  proven({
    id: 'bridged',
    pattern:
      /^[\p{L}\p{N}_^{}|.-]{2,32} [([](?:via )?(?:telegram|discord|slack|matrix|irc|xmpp|signal|whatsapp|teams|mattermost|zulip|rocket\.?chat|mumble|minecraft|in-?game|(?:[\p{L}]+ )?bridge|relay)[)\]]:[ \t]/iu,
    yes: ['Zed (telegram): hi', 'zed [via matrix]: hi'],
    no: ['Zed (my cousin): hi', 'telegram: hi'],
  }),
];
const boldLabel = /^(?:\*\*|__|\*)([^*_\n:]{2,32}):?(?:\*\*|__|\*):?[ \t]/u;
/** "**ana**: …": a name as bridges and agents set it; "**Note**: …" is none. */
const isSetName = (line: string): boolean => {
  const [whole = '', name = ''] = boldLabel.exec(line) ?? [];
  return (
    whole.includes(':') &&
    name.split(' ').every((word) => {
      const lower = word.toLowerCase();
      return (
        isGivenName(lower) ||
        !(isCommonWord(lower) || isIn('thingNouns', lower) || attributeOf(lower) !== null)
      );
    })
  );
};
/** The head of a copied message, whose words are in the lines below it. */
const heads: readonly RegExp[] = [
  new RegExp(String.raw`^${nick},?[ \t]*${stamp}$`, 'iu'),
  new RegExp(String.raw`^${nick} *\u2014 *(?:(?:today|yesterday) at |${date},? )?${clock}$`, 'iu'),
  /^(?:-{2,} ?)?(?:forwarded|fwd|fw|reposted|copied|pasted)\b[^:]{0,60}:?(?: ?-{2,})?$/iu,
  /^.{0,80}\b(?:wrote|writes|said|says|posted) ?:$/iu,
];
const clockedHead = new RegExp(String.raw`^(${nick}) +${clock}$`, 'iu');
const isHead = (line: string): boolean => {
  if (heads.some((head) => head.test(line))) return true;
  const words = clockedHead.exec(line)?.[1]?.toLowerCase().split(' ');
  return (
    words?.every((word) => isGivenName(word) || !(isCommonWord(word) || isIn('thingNouns', word))) ?? false
  );
};

const reporting = String.raw`(?:said|says|saying|wrote|writes|replied|replies|responded|answered|tweeted|tweets|posted|posts|texted|messaged|dm'?d|pm'?d|pinged|emailed|commented|announced|shouted|yelled|screamed|whispered|joked|claimed|claims|insisted|admitted|asked|declared|reads?|goes|went|be like|(?:was|is|were) like|(?:told|tells) \p{L}{2,20})`;
const kind = String.raw`(?:quot(?:e|es|ing|ed)|quotation|lyrics?|song|chorus|verse|poem|haiku|motto|slogan|proverb|tweet|retweet|caption|headline|meme|joke|fortune(?: cookie)?|horoscope|bio|status|transcript|excerpt|script|dialogue|monologue|sign|t-?shirt|sticker|banner|letter|voicemail|prompt)`;
/** What stands before the colon when somebody or something else speaks after it. */
const speaks: readonly RegExp[] = [
  /^(?:rt|mt|qt|via|h\/t)\b.{0,40}$/iu,
  /^(?:fwd|fw|forwarded|reposted|repost|copied|pasted|quoting|citing|to quote|in the words of|according to)\b.{0,50}$/iu,
  new RegExp(
    String.raw`\b${reporting}(?: (?:me|us|him|her|them|back|to (?:me|us|him|her|them)))?(?: (?:that|this|today|yesterday|earlier|once|here|there|just now|(?:in|on|to) [^:]{1,30}))?$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:(?:an?|the|his|her|their|today'?s|best|favou?rite|new|old|funny|great|nice|song|bumper) ){0,3}${kind}(?: (?:of|from|for|on|by|in|stuck in) [^:]{1,40})?$`,
    'iu',
  ),
  // "Draft of Kim's bio pls check: I live in …".
  new RegExp(
    String.raw`^(?!(?:my|our)\\b)(?:[\p{L}'\u2019]+ ){0,6}(?:drafts?|bio|caption|speech|eulogy|cover letter|application|profile|character sheet)(?: [\p{L}'\u2019]+){0,6}$`,
    'iu',
  ),
];
const own = /^(?:(?:and|so|but|as|like|then|well|ok|okay|what|yes|no|just)[ ,]+){0,3}(?:i|we|i'?ve)\b/iu;

/** Said of whoever says it: in the first person, or with its subject left out. */
const tellsOfItsSpeaker = (said: string): boolean => {
  if (firstPerson.test(said)) return true;
  const [first = ''] = said.toLowerCase().split(/[^\p{L}'-]+/u, 1);
  return (['base', 'gerund', 'past', 'third'] as const).some((form) => lemmaOf(first, form) !== null);
};

const isReported = (line: string): boolean => {
  const at = line.search(/:\s/u);
  if (at < 2 || at > 100) return false;
  const before = line.slice(0, at).trimEnd();
  return (
    !own.test(before) &&
    speaks.some((who) => who.test(before)) &&
    tellsOfItsSpeaker(line.slice(at + 1).trimStart())
  );
};

/** INVARIANT: what is put into another's mouth is no statement of who passes it on. */
export const withoutQuotedLines = (text: string): string => {
  if (!text.includes(':') && !text.includes('<') && !text.includes('\n')) return text;
  const lines = text.split('\n');
  const head = lines.length < 2 ? -1 : lines.findIndex((line) => isHead(line.trim()));
  return lines
    .map((line, index) => {
      const plain = line.trim();
      const foreign =
        (head >= 0 && index >= head) ||
        (/\d[:.]\d\d|^<|[)\]]:/u.test(plain) && logged.some((form) => form.test(plain))) ||
        (/^[*_]/u.test(plain) && isSetName(plain)) ||
        isReported(plain);
      return foreign ? blank(line) : line;
    })
    .join('\n');
};
