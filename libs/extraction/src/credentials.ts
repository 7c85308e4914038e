import { detectors } from './credential-detectors.js';
import { anyCase } from './text/any-case.js';

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const hint = anyCase(
  /\d{3}|pass|pwd|\bpw\b|\bpin\b|\bcreds?\b|combination|log-?in|sign-?in|kennwort|wachtwoord|contrase|secret|token|key|bearer|credential|code|phrase|:\/\/[^\s/]*@|sk-|[srp]k_|xox|xapp-|eyj|npm_|hf_|gh[pousr]_|github_|gl\w{2,4}-|(?:ak|as|ab|ac)[ic]a|aiza|ya29|gocspx|whsec_|pypi-|sg\.|do[opr]_v1|hooks\.slack|\b(?:sk|ac)[0-9a-f]|[mno][\w-]{23}/u,
);

const mark = new RegExp(`\\[(${detectors.map(({ name }) => name).join('|')}) removed\\]`, 'gu');

const spansOf = (text: string): readonly Span[] => {
  if (!hint.test(text)) return [];
  const spans: Span[] = [];
  const marks = Array.from(
    text.matchAll(mark),
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  for (const { name, pattern, group, accept } of detectors) {
    for (const match of text.matchAll(pattern)) {
      const secret = group === undefined ? match[0] : (match[group] ?? '');
      if (secret === '' || (accept && !accept(secret))) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      const end = start + secret.length;
      // INVARIANT: what was removed once is not taken for a value, so that removing twice is removing once.
      if (marks.some(([from, to]) => start < to && from < end)) continue;
      spans.push({ name, start, end });
    }
  }
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
};

/** The kind of the first credential in a text, or of one that was removed from it; never the credential. */
export const findCredential = (text: string): { readonly pattern: string } | null => {
  const first = spansOf(text)[0]?.name ?? text.matchAll(mark).next().value?.[1];
  return first === undefined ? null : { pattern: first };
};

/** The text without its credentials, safe to keep as evidence. */
export const redactCredentials = (text: string): string => {
  let kept = '';
  let from = 0;
  for (const { start, end, name } of spansOf(text)) {
    if (end <= from) continue;
    kept += `${text.slice(from, Math.max(from, start))}[${name} removed]`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
};
