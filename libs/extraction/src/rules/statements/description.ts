import { predicateAt } from '../../grammar/predicate.js';
import { readable } from '../../grammar/object.js';
import { lemmaOf } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import { isNoteWord } from '../../words/note-words.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { beginsPredicate } from '../../text/begins.js';
import { aboutPeople, labelled, stated, type ClauseResult, type Subject } from './fact-draft.js';
import { asideAt, isName } from './unfolded.js';

/** Somebody with what they are to those of the place: "our intern Yuki", "Tomasz from facilities". */
interface Described {
  /** Null when it only says where to find them. */
  readonly role: readonly Token[] | null;
  readonly name: Token;
  readonly rest: readonly Token[];
}

const isRole = (tokens: readonly Token[]): boolean => {
  const last = tokens.at(-1)?.lower ?? '';
  return (
    tokens.length > 0 && tokens.every(isWord) && (isNoteWord('roles', last) || isIn('occupations', last))
  );
};

const ours = (tokens: readonly Token[]): Described | null => {
  for (let at = 2; at <= 4 && at < tokens.length; at += 1) {
    const name = tokens[at];
    if (!name || !isName(name)) continue;
    const role = tokens.slice(1, at);
    return isRole(role) ? { role, name, rest: tokens.slice(at + 1) } : null;
  }
  return null;
};

const beside = (name: Token, tokens: readonly Token[]): Described | null => {
  const aside = asideAt(tokens, 1);
  if (aside) {
    const from = aside.inner[0]?.lower === 'from';
    const role = from ? aside.inner : aside.inner.slice(1);
    const fits = from ? role.length > 1 : /^(?:our|the)$/u.test(aside.inner[0]?.lower ?? '') && isRole(role);
    return fits ? { role: from ? null : role, name, rest: tokens.slice(aside.next) } : null;
  }
  if (!/^(?:from|at|in|of)$/u.test(tokens[1]?.lower ?? '')) return null;
  for (let at = 3; at <= 6 && at < tokens.length; at += 1) {
    if (!isWord(tokens[at])) return null;
    if (beginsPredicate(tokens, at) || lemmaOf(tokens[at]?.lower ?? '', 'third') !== null)
      return { role: null, name, rest: tokens.slice(at) };
  }
  return null;
};

const described = (tokens: readonly Token[]): Described | null => {
  const [first] = tokens;
  if (first?.lower === 'our') return ours(tokens);
  return first && isName(first) ? beside(first, tokens) : null;
};

/** What is said of somebody who is introduced on the way. */
export const byDescription = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): ClauseResult | null => {
  const found = described(tokens);
  const p = found && beginsPredicate(found.rest, 0) ? predicateAt(found.rest, 0) : null;
  if (!found || !p) return null;
  const ref = who.resolve(found.name.text, false);
  const subject: Subject = { kind: 'people', refs: [ref], provenance: 0.9, told: true };
  const said = stated(clause, p, subject);
  if (found.role === null) return said.length > 0 ? { statements: said, subject } : null;
  const made = {
    content: labelled('Role', readable(found.role)),
    finding: { type: 'knowledge' as const, confidence: 0.78, importance: 0.6 },
    pattern: 'described',
  };
  return { statements: [aboutPeople(clause, made, [ref], 0.9), ...said], subject };
};
