import { foldLetter } from './fold.js';

// Joiners and selectors that make emoji and some scripts what they are; anywhere else an invisible character only hides something.
const joining = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mymr}\p{sc=Khmr}`;
const invisible = new RegExp(
  [
    String.raw`(?<kept>(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
    String.raw`(?<=[${joining}])[\u200C\u200D](?=[${joining}]))`,
    String.raw`\p{Default_Ignorable_Code_Point}`,
    String.raw`\p{Bidi_Control}`,
    String.raw`\p{Cc}`,
  ].join('|'),
  'gu',
);

const printableAscii = /^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/u;

/** Text on one line: breaks and blanks become one space, control and invisible characters go, lone surrogates are replaced. */
export const oneLine = (text: string): string => {
  if (printableAscii.test(text)) return text;
  return text
    .replaceAll(/[\s\u0085\u2800]+/gu, ' ')
    .replaceAll(invisible, (_match, kept: string | undefined) => kept ?? '')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/ {2,}/gu, ' ')
    .trim();
};

const hash = '#＃﹟♯⌗⋕';
const quote = '>＞﹥❯»';
const bullet = String.raw`\p{Pd}ー一⚊ꖛ➤➜►▶‧∎⁌┃│\-\u2010-\u2015−－﹣*＊﹡∗⁎+＋﹢•‣◦▪●○·∙⁃`;
const openers = '(（﹙⁽₍❨❪⟮⦅｟⸨[［【〔〖⟦⁅❲〚⦗﹝⟬{｛﹛❴<＜﹤‹«〈《⟨「『｢';
const closers = ')）﹚⁾₎❩❫⟯⦆｠⸩]］】〕〗⟧⁆❳〛⦘﹞⟭}｝﹜❵>＞﹥›»〉》⟩」』｣';
const square = '[［【〔〖⟦⁅❲〚⦗﹝⟬{｛﹛❴';

/** The characters as they may stand inside a character class. */
const inClass = (chars: string): string => chars.replaceAll(/[[\]\\^-]/gu, String.raw`\$&`);

const structural = new RegExp(`([${hash}${quote}${bullet}${inClass(openers + closers)}~\`_=])\\p{M}+`, 'gu');
const hashRun = new RegExp(`[${hash}](?:\\s*[${hash}])+`, 'gu');
const fences = /[`｀ˋ]{3,}|[~～∼˜]{3,}/gu;
const tag = /[<＜﹤](?=[\s/|!?]*[\p{L}|!-])([^<>＜＞﹤﹥]{0,200})[>＞﹥]/gu;
const comment = /[<＜﹤](?=!--|\|)/gu;

/** Marks that only mean something where a line begins. Each match is dropped, until none is left. */
const lineStart = new RegExp(
  `^\\s*(?:[${hash}]+(?=\\s|$)|[${quote}|｜]+|[${bullet}](?=\\s|$)|[${bullet}_=~]{3,}(?=\\s|$))\\s*`,
  'u',
);
const numbered = /^(\p{Nd}{1,9})[.)．）](?=\s|$)/u;

// Whatever opens like a bracket may be read as one before a note.
const bracket = /^[\p{Ps}˂˃⎛⎝⎞⎠⎡⎣⌈⌊]$/u;
const openerSet = new Set(openers);
const closerSet = new Set(closers);
const squareSet = new Set(square);
const blockWords =
  /^(?:memory|useridentity|currentuser|system|assistant|developer|human|user$|inst$|instruction|tool|function|context|prompt|endof|sys$)/u;
const capitals = /^\s*\p{Lu}[\p{Lu}\p{N}]*[_＿]/u;
const closing = /^\s*[/\\∕⁄／]/u;

// With digits for letters, too: (5aid by …).
const provenance = /^(?:[s5][a4][i1l]d[b68]y|c[o0]nf[l1i][i1l]ctsw[i1l]th|[a4][l1i]s[o0][a4][b68][o0]ut)/u;
const anyOpener = new RegExp(`[\\p{Ps}˂˃⎛⎝⎞⎠⎡⎣⌈⌊${inClass(openers)}]`, 'u');
/** How far a note or marker may be spread by what is no letter, and how many letters tell it. */
const reach = 64;
const telling = 16;

/** Folds each character at most once: a text of brackets alone must not cost a reading of the rest for each of them. */
class Ahead {
  private readonly folded: string[] = [];
  constructor(private readonly chars: readonly string[]) {}

  /** The first letters and digits after `index`: spacing, marks and look-alikes do not hide a word. */
  letters(index: number, end: number): string {
    let letters = '';
    for (let at = index + 1; at < end && letters.length < telling; at += 1)
      letters += this.folded[at] ??= foldLetter(this.chars[at] ?? '');
    return letters;
  }
  /** Where the bracket at `index` closes, or where its reach ends. */
  end(index: number): number {
    const limit = Math.min(this.chars.length, index + reach);
    for (let at = index + 1; at < limit; at += 1) if (closerSet.has(this.chars[at] ?? '')) return at;
    return limit;
  }
  text(index: number, end: number): string {
    return this.chars.slice(index + 1, end).join('');
  }
}

/** Whether what follows an opening square or curly bracket reads as the marker of a block. */
const opensBlock = (ahead: Ahead, index: number): boolean => {
  const end = ahead.end(index);
  if (blockWords.test(ahead.letters(index, end))) return true;
  const inside = ahead.text(index, Math.min(end, index + telling * 2));
  return closing.test(inside) || capitals.test(inside);
};

/** Brackets that would read as a block marker or as one of our own notes are made plain; all others stay as written. */
const plainBrackets = (text: string): string => {
  if (!anyOpener.test(text)) return text;
  const chars = Array.from(text);
  const ahead = new Ahead(chars);
  let owed = 0;
  return chars
    .map((char, index) => {
      if (
        (openerSet.has(char) || bracket.test(char)) &&
        provenance.test(ahead.letters(index, Math.min(chars.length, index + reach)))
      )
        return '(text: ';
      if (squareSet.has(char) && opensBlock(ahead, index)) {
        owed += 1;
        return '(';
      }
      if (owed === 0 || char === ')' || !closerSet.has(char)) return char;
      owed -= 1;
      return ')';
    })
    .join('');
};

const withoutLineStart = (text: string): string => {
  let rest = text;
  while (lineStart.test(rest)) rest = rest.replace(lineStart, '');
  return rest.replace(numbered, '$1:');
};

const once = (text: string): string =>
  withoutLineStart(
    plainBrackets(
      oneLine(text)
        .replaceAll(structural, '$1')
        .replaceAll(hashRun, ' ')
        .replaceAll(fences, "'")
        .replaceAll(tag, '‹$1›')
        .replaceAll(comment, '‹'),
    ),
  )
    .replaceAll(/ {2,}/gu, ' ')
    .trim();

/**
 * Memory text as data on one line of a prompt.
 *
 * INVARIANT: nothing in it can begin a line, open or close a block, make a heading, a list item or a fence, or read as
 * the provenance note that `renderContext` writes. Ordinary text comes back as it was; doing it twice changes nothing.
 */
export const neutralise = (text: string): string => {
  let plain = once(text);
  // Taking one mark away can bring two others together; every pass removes or defuses marks, so this ends.
  for (let next = once(plain); next !== plain; next = once(plain)) plain = next;
  return plain;
};

const longestName = 80;
const round = '(（﹙⁽₍❨❪⟮⦅｟⸨)）﹚⁾₎❩❫⟯⦆｠⸩';
const nameMarks = new RegExp(`[${inClass(round)}<>＜＞﹤﹥‹›,，﹐︐、"“”]`, 'gu');

const leadingHash = new RegExp(`^[${hash}\\s]+`, 'u');
const nameOnce = (name: string): string =>
  Array.from(neutralise(name).replaceAll(nameMarks, ' ').replace(leadingHash, ''))
    .slice(0, longestName)
    .join('')
    .trim();

/** A name as it may stand in a heading or a note: without round brackets, commas or quotes, and never long. Empty when nothing is left. */
export const neutraliseName = (name: string): string => {
  let plain = nameOnce(name);
  for (let next = nameOnce(plain); next !== plain; next = nameOnce(plain)) plain = next;
  return plain;
};
