import { kinEntityId } from '#domain';
import { firstNameOf, foldName, relationOf, uniquenessOf, type SubjectRef } from '#identity';
import type { KnownKin, ReadingContext, WindowMessage } from '../fact-extractor.js';
import { isCommonWord, isGivenName } from '../words/lexicon.js';
import type { Token } from '../text/tokens.js';

/** Tells whom a name with its kinship means. */
export interface KinReader {
  readonly message: WindowMessage;
  resolveKin(name: string, word: string, speakerId: string): SubjectRef;
}

type Told = Omit<KnownKin, 'entityId' | 'toldAt'> & { readonly ref: SubjectRef };

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

/** Names are kept as values are: without hyphens and such. */
const plain = (name: string): string =>
  foldName(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isCalled = (held: string, asked: string): boolean => {
  const [a, b] = [plain(held), plain(asked)];
  return a === b || firstNameOf(a) === b || a === firstNameOf(b);
};

const idOf = (ref: SubjectRef): string =>
  ref.kind === 'entity' || ref.kind === 'kin' ? ref.entityId : JSON.stringify(ref);

const distinct = (told: readonly Told[]): readonly SubjectRef[] => [
  ...new Map(told.map(({ ref }) => [idOf(ref), ref])).values(),
];

/** The people of the author's life, as far as the author has named them by now. */
export class Kinfolk {
  /** Whether a reading rests on it: one that is told of later, as of before, makes it read again. */
  isUsed = false;
  private readonly told: Told[];

  constructor(
    private readonly message: WindowMessage,
    private readonly context: ReadingContext,
  ) {
    this.told = context.kin.map(({ word, name, entityId }) => ({
      word,
      name,
      ref: { kind: 'entity', entityId },
    }));
  }

  /** How many were named: who is meant by a word may be somebody else once there are more. */
  get size(): number {
    return this.told.length;
  }

  /** Everybody whom the author calls by a name. */
  called(name: string): readonly SubjectRef[] {
    this.isUsed = true;
    return distinct(this.told.filter((one) => isCalled(one.name, name)));
  }

  /** "My wife", without a name. Two who fit, or a word for many: nobody. */
  by(word: string): SubjectRef | null {
    this.isUsed = true;
    const isQualified = word.includes(' ');
    const fitting = this.told.filter(
      (one) => one.word === word || (!isQualified && relationOf(one.word) === word),
    );
    switch (uniquenessOf(word)) {
      case 'one-at-a-time':
        return fitting.filter((one) => one.word === word).at(-1)?.ref ?? null;
      case 'one-if-alone': {
        const all = distinct(fitting);
        return all.length === 1 ? (all[0] ?? null) : null;
      }
      case 'many':
        return null;
    }
  }

  /** "My wife Sarah", said again: who she was before. */
  again(word: string, name: string): SubjectRef | null {
    this.isUsed = true;
    const held = this.told.filter(
      (one) => relationOf(one.word) === relationOf(word) && isCalled(one.name, name),
    );
    return held.at(-1)?.ref ?? null;
  }

  hear(word: string, name: string, ref: SubjectRef): void {
    if (ref.kind !== 'ambiguous') this.told.push({ word, name, ref });
  }

  /** Nobody known has the name: whoever it is belongs to who speaks of them. */
  newlyNamed(word: string, name: string, speakerId: string): SubjectRef {
    const bare = name.replace(/^@/u, '').replace(/'s$/u, '');
    const entityId = kinEntityId(this.context.tenantId, speakerId, relationOf(word), plain(bare));
    return { kind: 'kin', entityId, name: bare };
  }

  isOf(speakerId: string): boolean {
    return speakerId === this.message.authorId;
  }
}

/** The name right after a kinship word: "my wife Sarah", "my brother, Tom,", "my son is called Max". */
export const kinNameAt = (
  who: KinReader,
  tokens: readonly Token[],
  at: number,
  word: string,
  speakerId = who.message.authorId,
): { ref: SubjectRef; length: number } | null => {
  const next = tokens[at];
  if (!next) return null;
  const called = /^(?:is|named|called)$/u.test(next.lower)
    ? /^(?:called|named)$/u.test(tokens[at + 1]?.lower ?? '')
      ? 2
      : next.lower === 'is'
        ? 0
        : 1
    : next.lower === ','
      ? 1
      : 0;
  const name = tokens[at + called];
  if (!name || (next.lower === 'is' && called === 0)) return null;
  const folded = foldName(name.text);
  const given = isGivenName(folded) && (isCapital(name.text) || !isCommonWord(folded));
  if (!given && !(isCapital(name.text) && !isCommonWord(folded))) return null;
  const last = tokens[at + called + 1];
  const two = last !== undefined && isCapital(last.text) && !isCommonWord(last.lower) && isCapital(name.text);
  const closing = next.lower === ',' && tokens[at + called + (two ? 2 : 1)]?.lower === ',' ? 1 : 0;
  return {
    ref: who.resolveKin(two ? `${name.text} ${last.text}` : name.text, word, speakerId),
    length: called + (two ? 2 : 1) + closing,
  };
};
