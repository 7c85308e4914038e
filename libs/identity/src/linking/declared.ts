import type { SelfDeclaration } from './profile.js';

const handle = String.raw`@?(?<handle>[\p{L}\p{N}_][\p{L}\p{N}_.#|-]{1,63})`;
const platform = String.raw`(?<platform>\p{L}[\p{L}\p{N}]{1,31})`;
const am = String.raw`(?:i\s?['’]?m|i am)`;
const named = '(?:(?:also|known as|called|just|simply) ){0,2}';
const label = '(?:handle|user ?name|name|nick(?:name)?|account|id|tag|login)';

/** How people say which other account is theirs. Each begins a clause, so that what somebody else said is not meant. */
const wordings = [
  `${am} ${named}${handle} (?:over )?on ${platform}`,
  `${am} (?:over )?on ${platform} (?:as|under) ${handle}`,
  `i (?:also )?go by ${handle} on ${platform}`,
  `on ${platform},? (?:${am}|i go by) ${named}${handle}`,
  `(?:you can |you may |you'll )?(?:find|add|reach|message|ping) me on ${platform} (?:as|under|at) ${handle}`,
  `(?:you can |you may |you'll )?(?:find|add|reach|message|ping) me as ${handle} on ${platform}`,
  `my ${platform}(?: ${label})?(?: is |\\s?[:=]\\s?)${handle}`,
  `my ${label} on ${platform} is ${handle}`,
].map((wording) => new RegExp(`^${wording}(?=$|[\\s.,!;)])`, 'iu'));

/** Longer texts are no introductions. */
const longest = 2_000;
const mostOfOne = 3;
const mayDeclare = /\b(?:i|im|my|me)\b/iu;
const clauses = /(?<![.!;\n])[.!;\n]+(?=\s|$)|,\s|\s(?:and|but|btw|so|fyi)\s/iu;
const beforeClause =
  /^(?:hi|hey|hello|btw|fyi|yes|yep|oh|also|and|well|folks|all|everyone|everybody)\b[\s,:!-]*/iu;

const clausesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .flatMap((line) => [line, ...line.split(clauses)])
    .map((clause) => clause.trim().replace(beforeClause, '').replace(beforeClause, ''))
    .filter((clause) => clause !== '' && !clause.endsWith('?'));

/** Which accounts the author of a text says are theirs: "I'm neo on Telegram". Never checked by having been said. */
export const declaredIn = (text: string): readonly SelfDeclaration[] => {
  if (text.length > longest || !mayDeclare.test(text)) return [];
  const found = new Map<string, SelfDeclaration>();
  for (const clause of clausesOf(text))
    for (const wording of wordings) {
      const { platform: on, handle: said } = wording.exec(clause)?.groups ?? {};
      const name = said?.replace(/(?<![.|-])[.|-]+$/u, '');
      if (on && name) found.set(`${on} ${name}`.toLowerCase(), { platform: on.toLowerCase(), handle: name });
    }
  return [...found.values()].slice(0, mostOfOne);
};
