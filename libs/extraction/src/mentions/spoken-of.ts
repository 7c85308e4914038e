import { kinshipOf, type Gender, type SpokenPerson } from '#identity';
import { isGivenName, isIn } from '../words/lexicon.js';
import { isWord, type Token } from '../text/tokens.js';
import { isSaidOf, kinOfAnother } from './kin-at.js';
import { kinNameAt, type KinReader, type Kinfolk } from './kin-names.js';
import type { Named, SpokenOf } from './named.js';

/** Tells whom the words of a message mean. */
interface Names extends KinReader {
  readonly kin: Pick<Kinfolk, 'isOf' | 'by'>;
  nameAt(
    tokens: readonly Token[],
    at: number,
    grammar: (next: number) => boolean,
    startsSentence: boolean,
  ): Named | null;
  genderOf(named: Named): Gender;
}

type Spoken = SpokenPerson<SpokenOf>;
/** Whom some tokens name, and the last of them. */
interface SpokenAt {
  readonly spoken: readonly Spoken[];
  readonly last: number;
}

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

const calling =
  /^(?:you|u|hey|hi|hello|thanks|thx|thank|sorry|ok|okay|yes|no|wow|luck|bye|morning|night|congrats|congratulations)$/u;
/** "What about you Kim?", "that is lovely, Kim!": who is spoken to, and not of. */
const isCalledUpon = (tokens: readonly Token[], at: number, length: number): boolean => {
  if (isWord(tokens[at + length]) || tokens[at + length]?.text === ',')
    return at === 0 && tokens[length]?.text === ',';
  const before = tokens[at - 1];
  if (calling.test(before?.lower ?? '')) return true;
  const told = tokens[at - 2];
  return (
    before?.text === ',' &&
    told !== undefined &&
    kinshipOf(told.lower) === null &&
    !isIn('occupations', told.lower) &&
    !isCapital(told.text)
  );
};

/** "My wife Sarah", "my wife". */
const ownKinAt = (who: Names, tokens: readonly Token[], at: number, speakerId: string): SpokenAt | null => {
  const kin = tokens[at - 1]?.lower === 'my' ? kinshipOf(tokens[at]?.lower ?? '') : null;
  if (!kin) return null;
  const named = kinNameAt(who, tokens, at + 1, kin.word, speakerId);
  const ref = named?.ref ?? (who.kin.isOf(speakerId) ? who.kin.by(kin.word) : null);
  const spoken = { who: { ref, kin: ref ? null : kin.word }, gender: kin.gender };
  return { spoken: [spoken], last: at + (named?.length ?? 0) };
};

const namedAt = (who: Names, tokens: readonly Token[], at: number): Named | null => {
  const text = tokens[at]?.text ?? '';
  const mayBegin = text.startsWith('@') || text.startsWith('<@') || (isCapital(text) && text.length > 1);
  return mayBegin ? who.nameAt(tokens, at, () => true, at === 0) : null;
};

const isPerson = (named: Named, token: Token | undefined): boolean =>
  !named.unknown || isGivenName(token?.lower ?? '') || named.length > 1;

/**
 * "Bram's wife Greta", "her wife": who it is by name, else as somebody's; where the words before say who it is ("Greta is
 * Bram's wife"), they are whom the word tells of. Whose they are is told by no more than that.
 */
const kinAfter = (
  who: Names,
  tokens: readonly Token[],
  owner: number,
  of: Named | null,
  before: { readonly spoken: Spoken | undefined; readonly end: number },
): { readonly found: readonly Spoken[]; readonly told: Spoken | null; readonly last: number } | null => {
  const kin = kinOfAnother(tokens, owner);
  if (!kin) return null;
  const end = owner + kin.next;
  const last = tokens[end];
  if (before.spoken && isSaidOf(tokens, before.end, owner))
    return { found: [], told: { ...before.spoken, gender: kin.gender }, last: end };
  const next = namedAt(who, tokens, end + 1);
  if (next && last && isCapital(tokens[end + 1]?.text ?? ''))
    return {
      found: [{ who: { ref: next.ref, kin: null }, gender: kin.gender }],
      told: null,
      last: end + next.length,
    };
  const spoken = of ? { ref: null, kin: kin.word, of: of.ref } : { ref: null, kin: null };
  return { found: [{ who: spoken, gender: kin.gender }], told: null, last: end };
};

/** Everybody whom these words name, in any place of the clause, in the order in which they stand. */
export const spokenOfIn = (who: Names, tokens: readonly Token[], speakerId: string): readonly Spoken[] => {
  const found: Spoken[] = [];
  // Where the words end that named the last of them.
  let end = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const own = ownKinAt(who, tokens, at, speakerId);
    const named = own ? null : namedAt(who, tokens, at);
    if (own) found.push(...own.spoken);
    if (own || (named && isCalledUpon(tokens, at, named.length))) {
      at = own ? own.last : at + (named?.length ?? 1) - 1;
      end = at + 1;
      continue;
    }
    const isNamed = named !== null && isPerson(named, tokens[at]);
    const owner = at + (named?.length ?? 1) - 1;
    const kin = kinAfter(who, tokens, owner, isNamed ? named : null, { spoken: found.at(-1), end });
    if (kin?.told) found.splice(-1, 1, kin.told);
    if (isNamed)
      found.push({
        who: { ref: named.ref, kin: null },
        gender: who.genderOf(named),
        ...(kin ? { isOwner: true } : {}),
      });
    found.push(...(kin?.found ?? []));
    if (isNamed || kin) {
      at = kin ? kin.last : owner;
      end = at + 1;
    }
  }
  return found;
};
