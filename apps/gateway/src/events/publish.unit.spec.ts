import { describe, expect, it } from '@jest/globals';
import { messageEventSchema, type MessageEvent } from '#contracts';
import { eventKeyOf, sourceIdOf } from '#domain';
import { postedEvent } from '../testing/harness.js';
import { judgeEvent, orderKeyOf } from './publish.js';

const schema = messageEventSchema(() => new Date('2026-05-02T12:00:00Z'));
const eventOf = (type: string, data: Readonly<Record<string, unknown>>): MessageEvent =>
  schema.parse({ specversion: '1.0', id: '1', source: '/a', type, data: { platform: 'irc', ...data } });
const at = '2026-05-01T12:00:00Z';

describe('order key', () => {
  const place = { type: 'group', external_id: '#quay' };
  const quay = sourceIdOf('default', 'irc', 'group', '#quay');

  it('is the place where it happened', () => {
    expect(orderKeyOf('default', eventOf('kith.source.changed.v1', { source: place, at }))).toBe(quay);
    const moved = { source: place, participant: { platform_user_id: 'u' }, at };
    expect(orderKeyOf('default', eventOf('kith.participant.left.v1', moved))).toBe(quay);
    expect(
      orderKeyOf(
        'default',
        eventOf('kith.message.deleted.v1', { message_id: 'm', source: place, deleted_at: at }),
      ),
    ).toBe(quay);
  });

  it('is of the platform that the place names for itself', () => {
    const elsewhere = { ...place, platform: 'slack:T1' };
    expect(orderKeyOf('default', eventOf('kith.source.changed.v1', { source: elsewhere, at }))).toBe(
      sourceIdOf('default', 'slack:T1', 'group', '#quay'),
    );
  });

  it('is the message of an edit or deletion without a place', () => {
    expect(
      orderKeyOf('default', eventOf('kith.message.edited.v1', { message_id: 'm', text: 'x', edited_at: at })),
    ).toBe('irc|m');
  });

  it('is the account of a profile', () => {
    expect(
      orderKeyOf('default', eventOf('kith.profile.changed.v1', { account: { platform_user_id: 'u' }, at })),
    ).toBe('irc|u');
  });
});

describe('a received event', () => {
  it('is kept as it came', () => {
    const received = postedEvent('m-1');
    expect(judgeEvent(schema, received)).toMatchObject({ ok: true, id: 'm-1', received });
  });

  it.each([
    ['text with NUL', postedEvent('m-1', { text: 'a\u0000b' }), 'data.text'],
    ['an unknown field', postedEvent('m-1', { colour: 'blue' }), 'data.colour'],
    ['no author id', postedEvent('m-1', { author: { handle: 'mara' } }), 'data.author.platform_user_id'],
    ['an unknown type', { ...postedEvent('m-1'), type: 'kith.message.whispered.v1' }, 'type'],
    ['a list for a place', postedEvent('m-1', { source: [] }), 'data.source'],
  ])('with %s is rejected by the name of the field', (_, received, path) => {
    expect(judgeEvent(schema, received)).toMatchObject({ ok: false, id: 'm-1', errors: [{ path }] });
  });

  it.each([null, 7, 'text', [], {}])('%j is rejected', (received) => {
    expect(judgeEvent(schema, received)).toMatchObject({ ok: false, id: null });
  });
});

describe('an event of a key that is for one agent', () => {
  const ofHelper = { tenantId: 'default', keyId: 'k', roles: ['adaptor'], agent: 'helper' } as const;
  const place = { type: 'group', external_id: '#quay' };
  const revised = { platform: 'irc', message_id: 'm', source: place };
  const given = (type: string, data: object) => ({ specversion: '1.0', id: '1', source: '/a', type, data });
  it.each([
    ['an edit', given('kith.message.edited.v1', { ...revised, text: 'x', edited_at: at })],
    ['a deletion', given('kith.message.deleted.v1', { ...revised, deleted_at: at })],
    ['a post', postedEvent('m-1', { agent_id: undefined })],
  ])("is that agent's where it names none: %s", (_, received) =>
    expect(judgeEvent(schema, received, ofHelper)).toMatchObject({
      ok: true,
      event: { data: { agent_id: 'helper' } },
      received: { data: { agent_id: 'helper' } },
    }),
  );
});

describe('event key', () => {
  it('tells events apart whatever bars are in their source and id', () => {
    const pairs = [
      { source: '/a|b', id: 'c' },
      { source: '/a', id: 'b|c' },
      { source: '/a', id: 'b' },
    ];
    expect(new Set(pairs.map(eventKeyOf)).size).toBe(pairs.length);
    expect(eventKeyOf({ source: '/adaptors/irc', id: 'm|1' })).toBe('/adaptors/irc|m|1');
  });
});
