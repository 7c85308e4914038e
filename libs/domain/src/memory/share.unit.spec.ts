import { describe, expect, it } from '@jest/globals';
import { IdKey } from '../ids.js';
import {
  captured,
  forgotten,
  given,
  keptFrom,
  memoryId,
  message,
  noon,
  person,
} from '../testing/memories.js';
import { evolve } from './evolve.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory, MemoryState } from './memory.js';
import { keepFrom, releaseTo } from './reach.js';
import { copyIdOf, isCopyOf, shareMemory, takeBackCopy, type SharingMessage } from './share.js';

const idKey = new IdKey(new Uint8Array(32));
const saying = (name: string, on: number): SharingMessage => ({
  recordId: message(name),
  messageId: name,
  eventId: name,
  authorId: person('Wanda'),
  sentAt: noon(on),
  length: 16,
});

const shareWithAna =
  (name: string, on: number, { copies = [] as readonly Memory[], wasShared = false } = {}) =>
  (state: MemoryState | null): readonly MemoryEvent[] =>
    state === null
      ? []
      : shareMemory(idKey, {
          original: state.memory,
          hearerId: person('Ana'),
          message: saying(name, on),
          copies,
          wasShared,
        });

const copyBy = (name: string, on: number): MemoryState => {
  const [shared] = shareWithAna(name, on)(given(captured()).state);
  const copy = shared && evolve(null, { ...shared, recordedAt: noon(on) });
  if (!copy) throw new Error('nothing was shared');
  return copy;
};

describe('sharing a memory', () => {
  it('gives its hearer a copy of their own, kept from those who have the original', () => {
    given(captured())
      .when(shareWithAna('tell', 2))
      .then({
        type: 'MemoryShared',
        data: { copyOf: memoryId, hearerId: person('Ana'), scope: 'private_subject', rank: 1 },
      });
    expect(copyBy('tell', 2).memory).toMatchObject({
      ownerId: person('Ana'),
      withheldFromIds: [person('Wanda')],
      sharedIn: message('tell'),
    });
  });

  it.each([
    ['a secret', captured({ rank: 3 })],
    ['what waits for its subject', captured({ status: 'pending' })],
    ['what was kept from its hearer since', [captured(), keptFrom(['Ana'], 3)]],
  ])('does not happen to %s', (_, past) =>
    given(...[past].flat())
      .when(shareWithAna('tell', 2))
      .thenNothing(),
  );

  it('stands when the message that shared it is read again after it was kept closer', () =>
    given(captured(), keptFrom(['Ana'], 3))
      .when(shareWithAna('tell', 2, { wasShared: true }))
      .then({ type: 'MemoryShared' }));

  it('happens once, by whichever message', () =>
    given(captured())
      .when(shareWithAna('tell again', 4, { copies: [copyBy('tell', 2).memory] }))
      .thenNothing());

  it('may happen again by another message after it was taken back', () => {
    const copy: Memory = { ...copyBy('tell', 2).memory, status: 'forgotten' };
    given(captured())
      .when(shareWithAna('tell', 2, { copies: [copy] }))
      .thenNothing();
    given(captured())
      .when(shareWithAna('tell again', 4, { copies: [copy] }))
      .then({ type: 'MemoryShared' });
  });

  it('is taken back from all but those who are excepted', () => {
    const { memory } = copyBy('tell', 2);
    expect(takeBackCopy(memory, saying('not', 3), [], noon(3))).toHaveLength(1);
    expect(takeBackCopy(memory, saying('not', 3), [person('Ana')], noon(3))).toEqual([]);
    expect(takeBackCopy(memory, saying('not', 1), [], noon(3))).toEqual([]);
  });
});

describe('a copy', () => {
  it('says what it is a copy of', () => {
    expect(isCopyOf(idKey, copyBy('tell', 2).memory, memoryId)).toBe(true);
    expect(isCopyOf(idKey, copyBy('tell', 2).memory, message('another'))).toBe(false);
  });

  it('of before that was kept is known by its id', () => {
    const { memory } = copyBy('tell', 2);
    expect(memory.memoryId).toBe(copyIdOf(idKey, memoryId, person('Ana'), message('tell')));
    expect(isCopyOf(idKey, { ...memory, copyOf: null }, memoryId)).toBe(true);
    expect(isCopyOf(idKey, { ...memory, copyOf: null }, message('another'))).toBe(false);
  });
});

describe('who may hear a memory', () => {
  const by = { authorId: person('Wanda'), sentAt: noon(4) };
  const keep =
    (...names: readonly string[]) =>
    (state: MemoryState | null): readonly MemoryEvent[] =>
      state === null ? [] : keepFrom(state.memory, by, { fromIds: names.map(person), isOnlyFromSome: true });
  const release =
    (...names: readonly string[]) =>
    (state: MemoryState | null): readonly MemoryEvent[] =>
      state === null ? [] : releaseTo(state.memory, by, names.map(person));

  it('is one fewer when it is kept from somebody', () =>
    given(captured())
      .when(keep('Tom'))
      .then({
        type: 'MemoryReachChanged',
        data: { withheldFromIds: [person('Tom')], disclosure: 'conversation_private', rank: 0 },
      }));
  it('is kept from nobody who was let hear it later', () =>
    given(captured(), keptFrom(['Tom'], 5), keptFrom([], 6))
      .when(keep('Tom'))
      .then({ data: { withheldFromIds: [] } }));
  it('is one more when they may hear it again', () =>
    given(captured(), keptFrom(['Tom', 'Ute'], 2))
      .when(release('Tom'))
      .then({ data: { withheldFromIds: [person('Ute')] } }));
  it('stays as it is for whom it was kept from later', () =>
    given(captured(), keptFrom(['Tom'], 5))
      .when(release('Tom'))
      .thenNothing());
  it('is nobody once it is forgotten', () =>
    expect(given(captured(), forgotten(2)).state?.memory.content).toBeNull());
});
