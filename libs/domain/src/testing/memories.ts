import { givenBy } from '#testing';
import { event } from '../events.js';
import { derivedId } from '../ids.js';
import type { CapturedMemory } from '../memory/events.js';
import { evolve } from '../memory/evolve.js';
import type { MemoryEvent } from '../memory/memory-event.js';
import type { MemoryState } from '../memory/memory.js';

export const person = (name: string): string => derivedId('person', name);
export const message = (name: string): string => derivedId('message', name);
export const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
export const memoryId = derivedId('memory', 'bees');

export const said = (on: number, in_ = 'm1'): CapturedMemory['evidence'] => ({
  recordId: message(in_),
  messageId: in_,
  eventId: in_,
  start: 0,
  end: 10,
  pattern: 'keeps',
  observedAt: noon(on),
  setting: null,
});

/** Wanda said on the first of May that she keeps bees. */
export const statement = (given: Partial<CapturedMemory> = {}): CapturedMemory => ({
  memoryId,
  agentId: null,
  status: 'active',
  speakerId: person('Wanda'),
  ownerId: person('Wanda'),
  subjectIds: [person('Wanda')],
  withheldFromIds: [],
  sourceId: null,
  conversationId: null,
  origin: 'extracted',
  evidence: said(1),
  content: 'Keeps bees',
  memoryType: 'preference',
  importance: 0.5,
  confidence: 1,
  provenanceConfidence: 1,
  scope: 'source_shared',
  rank: 0,
  sensitivityLabel: 'public',
  portable: true,
  disclosure: 'public',
  expiresAt: null,
  isExpiryGiven: false,
  topic: null,
  value: null,
  metadata: null,
  ...given,
});

type Past = MemoryEvent & { readonly recordedAt: Date };
const recorded = (past: MemoryEvent): Past => ({ ...past, recordedAt: past.occurredAt });

export const captured = (made: Partial<CapturedMemory> = {}): Past =>
  recorded(event('MemoryCaptured', statement(made), statement(made).evidence.observedAt));
export const evidenced = (on: number, in_: string): Past =>
  recorded(event('MemoryEvidenced', { memoryId, evidence: said(on, in_) }, noon(on)));
export const withdrawn = (in_: string, on: number): Past =>
  recorded(
    event('MemoryEvidenceWithdrawn', { memoryId, recordId: message(in_), reason: 'deleted' }, noon(on)),
  );
export const forgotten = (on: number): Past =>
  recorded(event('MemoryForgotten', { memoryId, by: person('Wanda'), reason: 'asked' }, noon(on)));
export const reworded = (content: string, on: number): Past =>
  recorded(event('MemoryCorrected', { memoryId, by: person('Wanda'), content }, noon(on)));
export const keptFrom = (names: readonly string[], on: number): Past =>
  recorded(
    event(
      'MemoryReachChanged',
      { memoryId, by: person('Wanda'), withheldFromIds: names.map(person) },
      noon(on),
    ),
  );

export const given = givenBy<MemoryState, MemoryEvent, Past>(evolve);
