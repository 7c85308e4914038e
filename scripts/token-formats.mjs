// Writes libs/safety/data/token-formats.json: the forms of tokens that gitleaks knows, as patterns of JavaScript.
// node scripts/token-formats.mjs <gitleaks>/config/gitleaks.toml
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const [config] = process.argv.slice(2);
if (config === undefined) throw new Error('say where gitleaks.toml is');
const target = 'libs/safety/data/token-formats.json';

/** Found by patterns of our own, or by what stands around them and not by their form. */
const leftOut = new Set([
  'curl-auth-header',
  'curl-auth-user',
  'generic-api-key',
  'hashicorp-tf-password',
  'kubernetes-secret-yaml',
  'nuget-config-password',
  'private-key',
  'sidekiq-sensitive-url',
]);

const rulesOf = (toml) =>
  toml
    .split('\n[[rules]]\n')
    .slice(1)
    .map((block) => {
      const [own = ''] = block.split('\n[[rules.allowlists]]');
      const text = (name) => new RegExp(`^${name} = "([^"\\n]*)"`, 'mu').exec(own)?.[1];
      const keywords = /^keywords = \[([^\]]*)\]/mu.exec(own)?.[1] ?? '';
      return {
        id: text('id'),
        source: /^regex = '''(.*)'''$/mu.exec(own)?.[1],
        entropy: Number(/^entropy = ([\d.]+)/mu.exec(own)?.[1] ?? 0),
        keywords: Array.from(keywords.matchAll(/"([^"]+)"/gu), ([, word]) => word),
      };
    })
    .filter(({ id, source, keywords }) => source !== undefined && keywords.length > 0 && !leftOut.has(id));

/** What follows a token in a file; in what people write a comma or a full stop may, too. */
const atEnd = [
  String.raw`(?:[\x60'"\s;]|\\[nr]|$|\b)`,
  String.raw`(?:[\x60'"\s;]|\\[nr]|$)`,
  String.raw`(?:[^\w-]|\z)`,
  String.raw`(?:[^a-zA-Z0-9+/]|\z)`,
];

/**
 * INVARIANT: a pattern may get looser on its way, never stricter: one that is read without case in a part is so in all.
 * What stands before the name of a service (`[\w.-]{0,50}?`) finds nothing and costs fifty steps a letter.
 */
const converted = (source) => {
  let pattern = source;
  for (const end of atEnd) if (pattern.endsWith(end)) pattern = `${pattern.slice(0, -end.length)}(?!\\w)`;
  const isAnyCase = /\(\?i[:)]/u.test(pattern);
  pattern = pattern
    .replaceAll(String.raw`[\w.-]{0,50}?`, '')
    .replace(/\(\?i\)/gu, '')
    .replace(/\(\?-?[is]:/gu, '(?:')
    .replace(/\[\[:alnum:\]\]/gu, '[A-Za-z0-9]')
    .replace(/\(\?P</gu, '(?<')
    .replaceAll(String.raw`|[a-fA-F0-9]{40})\b)`, String.raw`)\b)`)
    .replaceAll(String.raw`\z`, '$')
    .replaceAll(String.raw`\x60`, '`');
  return { pattern, anyCase: isAnyCase };
};

const formats = rulesOf(await readFile(config, 'utf8')).map(({ id, source, entropy, keywords }) => {
  const { pattern, anyCase } = converted(source);
  new RegExp(pattern, anyCase ? 'i' : '');
  return { id, pattern, anyCase, entropy, keywords };
});
await writeFile(
  target,
  await format(JSON.stringify(formats), { ...(await resolveConfig(target)), filepath: target }),
);
console.log(`${formats.length} forms`);
