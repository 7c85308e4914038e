import { describe, expect, it } from '@jest/globals';
import { credentialIn, credentialInIdentifiers, withoutCredentials } from './door.js';

const secret = 'walrus!Tusk7';
const said = `my password is ${secret}`;
const person = { platform_user_id: 'u-1', handle: said, display_name: said };

/** All that people write into what an adaptor publishes. */
const event = {
  id: 'e-1',
  source: '/adaptors/chat',
  type: 'kith.message.posted.v1',
  data: {
    platform: 'chat',
    message_id: 'm-1',
    text: said,
    author: person,
    mentions: [person],
    participants: [person],
    source: { type: 'group', external_id: 'g-1', name: said, parent: { external_id: 'w-1', name: said } },
  },
};

/** All that is asked to be remembered, changed or named: each refused by the name of its field. */
const refused: readonly (readonly [string, unknown])[] = [
  ['content', { content: said }],
  ['metadata.note', { metadata: { note: said } }],
  ['metadata.password', { metadata: { password: secret } }],
  ['metadata.deep.0.alarm_code', { metadata: { deep: [{ alarm_code: 930114 }] } }],
  ['metadata.?', { metadata: { [said]: 1 } }],
  ['viewer.handle', { viewer: person }],
  ['source.name', { source: { name: said } }],
  ['name', { name: said }],
];

describe('the one door', () => {
  it('lets no credential of any field of an event through, and changes nothing else of it', () => {
    const kept = withoutCredentials(event);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(JSON.stringify(kept).replaceAll('[password removed]', secret)).toBe(JSON.stringify(event));
  });
  it('gives back what has none, the same object', () => {
    const harmless = { data: { text: 'order 4411', metadata: { code: 4411 } } };
    expect(withoutCredentials(harmless)).toBe(harmless);
  });
  it.each(refused)('refuses what is to be kept, and says that it is in %s', (path, document) => {
    const fault = credentialIn(document);
    expect(fault?.path).toBe(path);
    expect(JSON.stringify(fault)).not.toContain(secret);
  });
  it.each([
    { metadata: { code: 4411, build: '20260417.3', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' } },
    { metadata: { token_count: 4411, key: 'C major', postcode: '9713 GL', pinned: true } },
    { content: 'Lives in room 5836', viewer: { display_name: 'Cody Keyes' } },
  ])('lets %j pass', (document) => expect(credentialIn(document)).toBeNull());
  it('cuts nothing out of what things are told apart by, and refuses a token there', () => {
    const token = ['gh', 'p_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
    expect(withoutCredentials({ message_id: token })).toEqual({ message_id: token });
    expect(credentialInIdentifiers({ data: { message_id: token } })?.path).toBe('data.message_id');
    expect(credentialInIdentifiers({ data: { message_id: 'pin-4411' } })).toBeNull();
  });
});
