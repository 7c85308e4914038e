import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answered, failed } from '#contracts';
import { proofCases } from '#testing';
import { postedEvent, startEdge, type HttpCall, type Edge } from './testing/harness.js';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    rate: { perSecond: 1e6, burst: 1e6 },
    backPressure: { mostWaiting: 1e9, refreshMs: 1000 },
  });
  const nothing = () => Promise.resolve(answered({ results: [], next_cursor: null }) as never);
  edge.services.responders = {
    takenOtherwise: () => Promise.resolve({ ok: true, value: [] }),
    recall: nothing,
    search: nothing,
    list: nothing,
    remember: nothing,
    patch: nothing,
    explain: nothing,
  };
});
afterAll(() => edge.close());

const id = '6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908';
const viewer = { platform: 'irc', platform_user_id: 'u-1' };
const routes: readonly (readonly [string, string, unknown])[] = [
  ['POST', '/v1/events', postedEvent('m-1')],
  ['POST', '/v1/events', [postedEvent('m-1'), postedEvent('m-2')]],
  [
    'POST',
    '/v1/recall',
    { viewer, query: 'harbour', filters: { AND: [{ trust: 'fact' }, { NOT: { source_id: { in: [] } } }] } },
  ],
  ['POST', '/v1/memories', { viewer, content: 'Keeps bees', metadata: { a: { b: [1] } } }],
  [
    'POST',
    '/v1/memories/search',
    { viewer, query: 'harbour', source: { platform: 'irc', type: 'dm', external_id: 'd' } },
  ],
  ['PATCH', `/v1/memories/${id}`, { content: 'Keeps goats' }],
  ['POST', '/v1/policy/explain', { viewer, memory_id: id }],
  ['POST', '/v1/keys', { name: 'x', roles: ['client', 'client'] }],
];

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    [],
    {},
    [[]],
    'x'.repeat(40_000),
  ),
  fc.jsonValue({ maxDepth: 6 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'AND', 'OR', 'NOT', 'eq', 'in', 'platform', 'metadata.x'),
    fc.jsonValue(),
  ),
);

/** The document with one place of it replaced, dropped, doubled or joined by something that has no business there. */
const spoil = (document: unknown, at: readonly number[], value: unknown): unknown => {
  if (typeof document !== 'object' || document === null || at.length === 0) return value;
  const keys = Object.keys(document);
  const [first = 0, ...rest] = at;
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined || first % 7 === 0)
    return Array.isArray(document)
      ? [...(document as unknown[]), value]
      : { ...document, [`k${first}`]: value };
  const copy: Record<string, unknown> | unknown[] = Array.isArray(document)
    ? [...(document as unknown[])]
    : { ...document };
  Object.assign(copy, { [key]: spoil((document as Record<string, unknown>)[key], rest, value) });
  return copy;
};

const spoiledBytes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.array(fc.nat(40), { maxLength: 5 }), hostile).map(
      ([at, value]) =>
        (body: unknown) =>
          Buffer.from(JSON.stringify(spoil(body, at, value))),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(400), fc.uint8Array({ maxLength: 6 }))
      .map(([at, bytes]) => (body: unknown) => {
        const whole = Buffer.from(JSON.stringify(body));
        return Buffer.concat([
          whole.subarray(0, at % whole.length),
          bytes,
          whole.subarray((at % whole.length) + bytes.length),
        ]);
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('[', '{"a":', '[{"AND":'), fc.integer({ min: 1, max: 20_000 })).map(
      ([open, times]) =>
        () =>
          Buffer.from(open.repeat(times)),
    ),
  },
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/cloudevents-batch+json',
  'text/plain',
  'application/json;charset=utf-16',
  ';',
  'multipart/form-data',
);

const isClean = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status < 500 &&
  (status < 400 || (JSON.parse(text) as { readonly status: number }).status === status) &&
  !/\bat .*\.(?:ts|js):\d/u.test(text);

const expectedLines = new Set<unknown>(['request.answered', 'key.made', 'events.taken', 'recall.answered']);
/** Four thousand requests take ten seconds, and on a busy machine six times as long. */
const patienceMs = 240_000;

describe('hostile requests', () => {
  it(
    'with spoiled bodies are refused or taken, never a fault',
    async () => {
      const seen = new Map<number, number>();
      const request = fc.tuple(fc.constantFrom(...routes), spoiledBytes, contentType);
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 8, maxLength: 8 }), async (batch) => {
          const told = await Promise.all(
            batch.map(([[method, path, body], spoiled, type]) => {
              const asked: HttpCall = {
                bytes: new Uint8Array(spoiled(body)),
                headers: { 'content-type': type },
              };
              return edge.ask(method, path, asked);
            }),
          );
          for (const { status } of told) seen.set(status, (seen.get(status) ?? 0) + 1);
          expect(told.filter((answer) => !isClean(answer))).toEqual([]);
        }),
        { numRuns: proofCases(500, 120) },
      );
      expect(edge.logged.filter(({ event }) => !expectedLines.has(event))).toEqual([]);
      // The corpus must reach every kind of refusal, and sometimes be good.
      expect([...seen.keys()].sort()).toEqual(expect.arrayContaining([200, 202, 400, 415, 422]));
      expect((await edge.ask('GET', '/healthz')).status).toBe(200);
    },
    patienceMs,
  );

  it(
    'with spoiled addresses are refused or taken, never a fault',
    async () => {
      const piece = fc.oneof(
        fc
          .string({ unit: 'binary', maxLength: 20 })
          .map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))),
        fc.constantFrom('%00', '%zz', '..', '%2e%2e', '%2F', '__proto__', id, 'x'.repeat(3000)),
      );
      const path = fc.oneof(
        piece.map((text) => `/v1/memories/${text}`),
        piece.map((text) => `/v1/events/${text}?source=${text}`),
        fc.tuple(piece, piece).map(([name, value]) => `/v1/memories?${name}=${value}`),
        fc
          .tuple(
            fc.constantFrom(
              'limit',
              'cursor',
              'viewer_id',
              'user_id',
              'viewer_source_type',
              '__proto__',
              'status',
            ),
            piece,
          )
          .map(([name, value]) => `/v1/memories?${name}=${value}&${name}=${value}`),
        piece.map((text) => `/${text}/${text}`),
      );
      edge.services.responders = {
        ...edge.services.responders,
        forget: () => Promise.resolve(failed('not-found', '')),
        forgetMany: () => Promise.resolve(answered({ forgotten: 0 })),
        get: () => Promise.resolve(failed('not-found', '')),
        eventStatus: () => Promise.resolve(failed('not-found', '')),
      };
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'DELETE', 'PUT', 'OPTIONS'),
          path,
          async (method, address) => {
            const told = await edge.ask(method, address);
            expect([address, told.status < 500]).toEqual([address, true]);
          },
        ),
        { numRuns: proofCases(600, 200) },
      );
      expect((await edge.ask('GET', '/healthz')).status).toBe(200);
    },
    patienceMs,
  );
});
