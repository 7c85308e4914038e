import { describe, expect, it } from '@jest/globals';
import { messageEventSchema, type MessageEvent } from '#contracts';
import { withoutCredentials } from '#safety';
import { messageEventDecoder } from './decode.js';

const receivedAt = new Date('2026-05-02T12:00:00Z');
const hour = 3_600_000;
const later = (ms: number): string => new Date(receivedAt.getTime() + ms).toISOString();

const eventOf = (type: string, data: object, over: object = {}) => ({
  specversion: '1.0',
  id: 'e-1',
  source: '/test',
  type: `kith.${type}.v1`,
  ...over,
  data: { platform: 'chat', ...data },
});
const posted = (over: object = {}) =>
  eventOf('message.posted', {
    message_id: 'm-1',
    text: 'hello',
    sent_at: later(-hour),
    source: { type: 'group', external_id: 'quay' },
    author: { platform_user_id: 'wil' },
    ...over,
  });

/** The edge gives one to whatever it takes. */
const byTheEdge = { 'x-correlation-id': 'c-1' };

const decodeAll = (documents: readonly unknown[], storedAt = receivedAt): readonly MessageEvent[] => {
  const decode = messageEventDecoder();
  return documents.map((document) => {
    const decoded = decode({
      body: Buffer.from(JSON.stringify(document)),
      headers: byTheEdge,
      storedAt,
    });
    if (!decoded.ok) throw new Error(decoded.cause);
    return decoded.event;
  });
};

/** As long as the edge takes it. */
const filled = (words: string, length: number): string =>
  words.repeat(Math.ceil(length / words.length)).slice(0, length);

const redacted = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutCredentials(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redacted);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redacted(inner)]));
};

describe('an event that the edge took and freed of credentials', () => {
  const atTheEdge = messageEventSchema(() => receivedAt);

  it.each([
    ['card codes', 'cvv 123 '],
    ['pins', 'pin 4711 '],
    ['passwords', 'pw: x1y2 '],
    ['door codes', 'door code 0042, '],
    ['addresses with a password', 'a://b:c@d '],
    ['nothing of the kind', 'a quiet day at the weir '],
  ])('is read, whatever its length: full of %s', (_, words) => {
    const text = filled(words, 32 * 1024);
    const name = filled(words, 256);
    const person = { platform_user_id: 'wil', handle: name, display_name: name };
    const source = {
      type: 'thread',
      external_id: 't',
      name,
      parent: { type: 'group', external_id: 'g', name },
    };
    const documents = [
      posted({ text, source, author: person, mentions: [person], participants: [person] }),
      eventOf(
        'message.edited',
        { message_id: 'm-1', text, edited_at: later(0) },
        { subject: filled(words, 1_024) },
      ),
      eventOf('participant.joined', { source, participant: person, at: later(0) }),
      eventOf('profile.changed', { account: person, display_name: name, at: later(0) }),
      eventOf('source.changed', { source, at: later(0) }, { tracestate: filled(words, 512) }),
    ];
    for (const document of documents) expect(atTheEdge.safeParse(document).success).toBe(true);
    expect(decodeAll(documents.map(redacted))).toHaveLength(documents.length);
  });
});

describe('the time of an event', () => {
  const sentAt = (event: MessageEvent | undefined): string =>
    event?.type === 'kith.message.posted.v1' ? event.data.sent_at.toISOString() : '';

  it('is what the adaptor says, up to its receipt', () => {
    const [event, exact] = decodeAll([posted(), posted({ sent_at: later(0) })]);
    expect([sentAt(event), sentAt(exact)]).toEqual([later(-hour), later(0)]);
  });

  it('is that of its receipt when it had not come by then', () => {
    const ahead = [1, hour, 23 * hour].map((ms) => posted({ sent_at: later(ms) }));
    for (const document of ahead) expect(decodeAll([document]).map(sentAt)).toEqual([later(0)]);
    const [edit] = decodeAll([
      eventOf('message.edited', { message_id: 'm', text: 'x', edited_at: later(hour) }),
    ]);
    expect(edit?.data).toMatchObject({ edited_at: receivedAt });
  });

  it('keeps those of one receipt in the order in which they came', () => {
    const times = decodeAll([3, 2, 1].map((hours) => posted({ sent_at: later(hours * hour) }))).map(sentAt);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(3);
  });
});

describe('what is no event', () => {
  it.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe]), 'is not JSON in UTF-8'],
    ['half a document', Buffer.from('{"id":'), 'is not JSON in UTF-8'],
    ['no end of nesting', Buffer.from('['.repeat(100_000)), 'is nested deeper than 64'],
    [
      'half a character',
      Buffer.from(JSON.stringify(posted({ text: 'an otter \ud83e' }))),
      'data.text: is not well-formed Unicode',
    ],
    [
      'half a character in a name',
      Buffer.from(JSON.stringify(posted({ author: { platform_user_id: 'wil', display_name: '\udda6' } }))),
      'data.author.display_name: is not well-formed Unicode',
    ],
    ['NUL in a text', Buffer.from(JSON.stringify(posted({ text: 'a\u0000' }))), 'data.text: contains NUL'],
    ['no author', Buffer.from(JSON.stringify(posted({ author: {} }))), 'data.author.platform_user_id: '],
  ])('is refused by the name of its field: %s', (_, body, cause) => {
    const decoded = messageEventDecoder()({ body, headers: byTheEdge, storedAt: receivedAt });
    expect(decoded.ok ? '' : decoded.cause).toContain(cause);
  });
});

describe('an event of an adaptor that the broker holds to one platform', () => {
  const decode = (document: unknown) =>
    messageEventDecoder()({
      body: Buffer.from(JSON.stringify(document)),
      headers: { 'kith-platform': 'chat' },
      storedAt: receivedAt,
    });

  it('is read when all in it is of that platform', () => {
    expect(decode(posted()).ok).toBe(true);
  });

  it.each([
    ['an event', posted({ platform: 'matrix' })],
    ['its place', posted({ source: { type: 'group', external_id: 'quay', platform: 'matrix' } })],
  ])('is refused when %s is of another', (_, document) => {
    const decoded = decode(document);
    expect(decoded.ok ? '' : decoded.cause).toContain('is not the platform');
  });
});

describe('an event that an adaptor published past the edge', () => {
  const decode = (document: unknown) =>
    messageEventDecoder()({ body: Buffer.from(JSON.stringify(document)), headers: {}, storedAt: receivedAt });

  it('is read, and freed of credentials', () => {
    const decoded = decode(posted({ text: 'the pin is pin 4711, Vesna' }));
    expect(decoded.ok && JSON.stringify(decoded.event)).not.toContain('4711');
  });

  it.each([
    [
      'too long a text',
      posted({ text: filled('a quiet day ', 32 * 1024 + 1) }),
      'data.text: text is longer than 32 KiB',
    ],
    [
      'a credential for an id',
      posted({ message_id: ['gh', 'p_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('') }),
      'data.message_id: looks like a credential',
    ],
    ['a field that nobody knows', posted({ colour: 'blue' }), 'data.colour'],
  ])('is refused as at the edge: %s', (_, document, cause) => {
    const decoded = decode(document);
    expect(decoded.ok ? '' : decoded.cause).toContain(cause);
  });
});
