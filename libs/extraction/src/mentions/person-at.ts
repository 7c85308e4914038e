import type { SubjectRef } from '#identity';
import { isGivenName } from '../words/lexicon.js';
import { isWord, type Token } from '../text/tokens.js';
import type { MentionResolver } from './mention-resolver.js';

/** Somebody who is plainly meant by a word alone: known in the place, mentioned, or by a given name with a capital. */
export const personAt = (
  tokens: readonly Token[],
  at: number,
  who: MentionResolver,
): { readonly ref: SubjectRef; readonly length: number } | null => {
  const token = tokens[at];
  if (!token || !isWord(token)) return null;
  if (/^(?:me|myself|i)$/u.test(token.lower))
    return { ref: { kind: 'entity', entityId: who.message.authorId }, length: 1 };
  const named = who.nameAt(tokens, at, () => true, false);
  if (
    named &&
    !(named.ref.kind === 'named' && !named.ref.handle && named.length === 1 && !isGivenName(token.lower))
  )
    return named;
  // "ben - slides": a known name in small letters.
  if (!/^\p{Ll}[\p{L}\p{N}_-]+$/u.test(token.text) || (!isGivenName(token.lower) && token.text.length < 3))
    return null;
  const ref = who.resolve(token.text, false);
  return ref.kind === 'entity' && isGivenName(token.lower) ? { ref, length: 1 } : null;
};
