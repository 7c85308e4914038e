import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accountEntityId, agentEntityId, sourceIdOf } from '#domain';
import { parkedSubject } from './subject.js';

const tenantId = 'harbour';
const storedAt = new Date('2026-03-04T10:00:00Z');

const parkedWith = (body: Uint8Array): Parameters<typeof parkedSubject>[0] => ({
  consumer: 'recorder',
  sequence: 7n,
  kind: 'events',
  key: 'g-9',
  headers: {},
  id: 'e-1',
  tenantId,
  body,
  storedAt,
  attempts: 5,
  cause: 'invalid',
  parkedAt: storedAt,
});

const subjectOf = (document: unknown): ReturnType<typeof parkedSubject> =>
  parkedSubject(parkedWith(Buffer.from(JSON.stringify(document))));

const posted = (data: Record<string, unknown>): unknown => ({ type: 'kith.message.posted.v1', data });

describe('what a parked event is about', () => {
  it('is its author, place and message, where it says so', () => {
    expect(
      subjectOf(
        posted({
          platform: 'telegram',
          message_id: '41',
          agent_id: 'porter',
          author: { platform_user_id: 'u-wanja' },
          source: { type: 'group', external_id: 'g-9' },
          sent_at: '2026-03-04T09:58:00Z',
        }),
      ),
    ).toEqual({
      type: 'kith.message.posted.v1',
      platform: 'telegram',
      messageId: '41',
      sourceId: sourceIdOf(tenantId, 'telegram', 'group', 'g-9'),
      agentId: agentEntityId(tenantId, 'porter'),
      authorId: accountEntityId(tenantId, 'telegram', 'u-wanja'),
      sentAt: new Date('2026-03-04T09:58:00Z'),
    });
  });

  it('is an account of the platform that the author names, not that of the message', () => {
    expect(
      subjectOf(posted({ platform: 'bridge', author: { platform: 'irc', platform_user_id: 'wanja' } }))
        .authorId,
    ).toBe(accountEntityId(tenantId, 'irc', 'wanja'));
  });

  it('is the place of the platform that the source names', () => {
    expect(
      subjectOf(
        posted({ platform: 'bridge', source: { platform: 'irc', type: 'group', external_id: '#quay' } }),
      ).sourceId,
    ).toBe(sourceIdOf(tenantId, 'irc', 'group', '#quay'));
  });

  it('is the default agent where none is named', () => {
    expect(subjectOf(posted({})).agentId).toBe(agentEntityId(tenantId, 'default'));
  });

  it('was not said later than it was stored, whatever the sender claims', () => {
    expect(subjectOf(posted({ sent_at: '2026-03-05T10:00:00Z' })).sentAt).toEqual(storedAt);
  });

  it.each([
    ['a kind of place that there is not', { platform: 'irc', source: { type: 'attic', external_id: 'x' } }],
    ['a place without its id', { platform: 'irc', source: { type: 'dm' } }],
    ['a place of no platform', { source: { type: 'dm', external_id: 'x' } }],
  ])('has no place for %s', (_, data) => {
    expect(subjectOf(posted(data)).sourceId).toBeNull();
  });

  it('is told of any bytes, without a failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (body) => {
          const { authorId, sourceId, sentAt } = parkedSubject(parkedWith(body));
          expect([authorId, sourceId].every((id) => id === null || id.length === 36)).toBe(true);
          expect(sentAt === null || sentAt <= storedAt).toBe(true);
        },
      ),
    );
  });
});
