import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const fixtures = join(here, 'fixtures');
const { options, ...rules } = createRequire(import.meta.url)(
  '../../.dependency-cruiser.cjs',
) as IConfiguration;
const ruleNames = [...new Set((rules.forbidden ?? []).map(({ name }) => name ?? ''))];
const { cache: _, ...uncached } = options ?? {};

const cruiseIn = async (baseDir: string, folders: readonly string[]): Promise<ICruiseResult> => {
  const result = await cruise(
    [...folders],
    { ...uncached, baseDir, ruleSet: rules, validate: true },
    { ...options?.enhancedResolveOptions },
    { tsConfig: extractTsConfig(join(root, 'tsconfig.json')) },
  );
  if (typeof result.output === 'string') throw new Error('dependency-cruiser gave text instead of a result');
  return result.output;
};

describe('import rules', () => {
  it.each(ruleNames)('%s bites, and only who breaks it', async (rule) => {
    const base = join(fixtures, rule);
    const { summary } = await cruiseIn(base, await readdir(base));
    const breaking = (await readdir(base, { recursive: true })).filter((path) =>
      /\/breaks[^/]*\.ts$/.test(path),
    );
    expect(breaking.length).toBeGreaterThan(0);
    expect(new Set(summary.violations.map(({ from, rule: { name } }) => `${name}: ${from}`))).toEqual(
      new Set(breaking.map((path) => `${rule}: ${path}`)),
    );
  });

  it('each says its reason in one sentence', () => {
    expect((rules.forbidden ?? []).filter(({ comment }) => !/^[A-Z].*\.$/.test(comment ?? ''))).toEqual([]);
  });

  it('see source files behind subpath imports, not what was built from them', async () => {
    const { modules } = await cruiseIn(root, ['libs']);
    const seen = modules.flatMap(({ dependencies }) =>
      dependencies.filter(({ module }) => module === '#domain'),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(({ resolved }) => resolved))).toEqual(new Set(['libs/domain/src/index.ts']));
  });
});

describe('the events table', () => {
  it('is named in SQL by libs/event-log alone', async () => {
    const writes = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|alter\s+table)\s+events\b/i;
    const files = (
      await Promise.all(
        ['apps', 'libs'].map((folder) =>
          readdir(join(root, folder), { recursive: true }).then((paths) =>
            paths.map((path) => join(folder, path)),
          ),
        ),
      )
    )
      .flat()
      .filter(
        (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('libs/event-log/'),
      );
    const offenders = await Promise.all(
      files.map(async (path) => (writes.test(await readFile(join(root, path), 'utf8')) ? [path] : [])),
    );
    expect(offenders.flat()).toEqual([]);
  });
});
