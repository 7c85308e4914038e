import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { brokerNames } from '#messaging';
import { asyncApiDocument } from './asyncapi.js';

const written: unknown = parse(readFileSync('docs/asyncapi.yaml', 'utf8'));
const document = asyncApiDocument();

const refsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
};
const found = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('the document of what goes over NATS', () => {
  it('is what docs/asyncapi.yaml says (scripts/asyncapi.mjs writes it)', () => {
    expect(written).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('names subjects that the stream takes', () => {
    for (const { address } of Object.values(document.channels))
      expect(brokerNames('kith').subjects('events')).toBe(address.replace(/\{\w+\}/gu, '*'));
    expect(document.channels.events.description).toContain(brokerNames('kith').stream('events'));
  });

  it('points at nothing that is not there', () => {
    const refs = refsIn(document).filter((ref) => !ref.startsWith('#/$defs'));
    expect(refs.length).toBeGreaterThan(3);
    for (const ref of refs) expect([ref, found(ref)]).not.toEqual([ref, undefined]);
  });

  it('has the partition of its example as any machine computes it', () => {
    expect(document.channels.events.parameters.partition.description).toMatch(
      /`[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f-]+`, which is partition\s+`p\d\d`/u,
    );
  });
});
