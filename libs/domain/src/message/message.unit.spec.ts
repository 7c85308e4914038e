import { describe, it } from '@jest/globals';
import { givenBy } from '#testing';
import type { KithEventData } from '../events.js';
import { derivedId } from '../ids.js';
import {
  deleteMessage,
  editMessage,
  evolveMessage,
  recordMessage,
  type StoredMessageEvent,
  type MessageState,
} from './message.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const recordId = derivedId('message', 'm1');
const posted: KithEventData<'MessageRecorded'> = {
  recordId,
  eventKey: '/test|e1',
  agentId: derivedId('agent', 'helper'),
  platform: 'chat',
  messageId: 'm1',
  sourceId: derivedId('source', 'harbour'),
  conversationId: null,
  authorId: derivedId('person', 'Wanda'),
  authorType: 'human',
  sentAt: noon(1),
  replyTo: null,
  mentionIds: [],
  roster: [],
  rosterComplete: false,
  confirmed: [],
  confirmedHandles: [],
  confirmedDisplayNames: [],
  newcomers: [],
  text: 'I keep bees',
  receivedAt: noon(1),
};
const revision = (on: number) => ({
  eventKey: '/test|e2',
  platform: 'chat',
  messageId: 'm1',
  sourceId: posted.sourceId,
  keyId: recordId,
  agentId: null,
  at: noon(on),
});
const given = givenBy<MessageState, StoredMessageEvent, StoredMessageEvent>(evolveMessage);
const record = (state: MessageState | null) => recordMessage(posted, state);
const edit = (state: MessageState | null) => editMessage({ ...revision(2), text: 'I keep wasps' }, state);

describe('a message', () => {
  it('is recorded once', () => {
    given()
      .when(record)
      .then({ type: 'MessageRecorded', data: { text: 'I keep bees' } });
    given(...record(null))
      .when(record)
      .thenNothing();
  });
  it('that was deleted before it came is recorded without its words', () =>
    given(...deleteMessage(revision(2)))
      .when(record)
      .then({ type: 'MessageRecorded', data: { text: null } }));
  it('may be edited before it comes', () =>
    given()
      .when(edit)
      .then({ type: 'MessageEdited', data: { text: 'I keep wasps' } }));
  it('gets no words by an edit once it was deleted', () =>
    given(...record(null), ...deleteMessage(revision(3)))
      .when(edit)
      .then({ type: 'MessageEdited', data: { text: null } }));
});
