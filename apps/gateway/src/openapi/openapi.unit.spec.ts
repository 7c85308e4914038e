import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { messageEventSchema } from '#contracts';
import { gatewayOpenApi } from '../index.js';
import { bodyExamples } from './examples.js';

interface Operation {
  readonly security?: unknown;
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
}

const document = JSON.parse(JSON.stringify(gatewayOpenApi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

describe('docs/openapi.json', () => {
  it('is what the endpoints declare (write it again: npm run build && node scripts/openapi.mjs)', async () => {
    expect(JSON.parse(await readFile('docs/openapi.json', 'utf8'))).toEqual(document);
  });

  it('names every operation once, and every reference leads somewhere', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const references = new Set([
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/gu),
    ]);
    const dangling = [...references].filter(
      ([, group = '', name = '']) => !document.components[group]?.[name],
    );
    expect(dangling).toEqual([]);
    expect(JSON.stringify(document).match(/"\$ref"/gu)).toHaveLength(references.size);
  });

  it('says of every field and parameter what it means (words: apps/gateway/src/openapi/field-words.ts)', () => {
    const silent: string[] = [];
    const look = (value: unknown, where: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'properties')
          for (const [name, field] of Object.entries(inner as object))
            if (typeof (field as { description?: unknown }).description !== 'string')
              silent.push(`${where}.${name}`);
        if (key !== 'examples' && key !== 'example') look(inner, /^\d+$/u.test(key) ? where : key);
      }
    };
    look(document.components['schemas'], 'schemas');
    look(document.paths, 'paths');
    for (const [path, operations] of Object.entries(document.paths))
      for (const { parameters } of Object.values(operations))
        for (const { name, description } of parameters) if (!description) silent.push(`${path} ?${name}`);
    expect([...new Set(silent)]).toEqual([]);
  });

  it('opens health, readiness and metrics alone', () => {
    const open = Object.entries(document.paths).filter(([, path]) =>
      Object.values(path).some(({ security }) => security),
    );
    expect(open.map(([path]) => path)).toEqual(['/healthz', '/readyz', '/metrics']);
  });

  it('gives an example of every kind of event (apps/gateway/src/openapi/examples.ts)', () => {
    const kinds = messageEventSchema(() => new Date()).options.map(({ shape }) => shape.type.value);
    const shown = Object.values(bodyExamples['postV1Events'] ?? {}).flat() as readonly { type: string }[];
    expect([...new Set(shown.map(({ type }) => type))].sort()).toEqual([...kinds].sort());
  });

  it('says how long a question may be', () =>
    expect(JSON.stringify(document)).toMatch(/"description":"The question, of at most 8192 characters\b/u));

  it('leaves out what is not built', () => {
    expect(Object.keys(document.paths).filter((path) => /console|mcp/u.test(path))).toEqual([]);
  });
});
