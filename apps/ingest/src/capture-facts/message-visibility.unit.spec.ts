import { describe, expect, it } from '@jest/globals';
import { defaultKnobs, derivedId, type Knobs } from '#domain';
import type { Extraction, FactExtractor } from '#extraction';
import type { MessageRow, PlaceView } from '#read-models';
import { decidedWith, undecided, visibilityOf } from './message-visibility.js';
import { defaultDisclosure } from './resolved-fact.js';

const who = (name: string): string => derivedId('visibility', name);
const row = (more: Partial<MessageRow> = {}): MessageRow =>
  ({
    record_id: who('m'),
    tenant_id: 'default',
    author_id: who('Ola'),
    author_type: 'human',
    text: 'x',
    ...more,
  }) as MessageRow;
const place = (more: Partial<PlaceView> = {}): PlaceView =>
  ({ type: 'group', isConfined: false, setting: null, ...more }) as PlaceView;
const dm = place({ type: 'dm' });
const about = (...names: readonly string[]) => ({
  subjects: names.map((name) => ({ kind: 'entity', entityId: who(name) })),
  withheldFrom: [],
  sensitivity: 0,
  disclosure: null,
});
const reading = (more: object = {}): Extraction =>
  ({ facts: [], directives: [], refusals: [], ...more }) as unknown as Extraction;
const seen = (
  given: {
    row?: MessageRow;
    place?: PlaceView;
    reading?: Extraction;
    knobs?: Partial<Knobs>;
    delicate?: number;
  } = {},
  decided = undecided,
) =>
  visibilityOf(
    given.row ?? row(),
    given.place ?? place(),
    given.reading ?? reading(),
    {
      extractor: { sensitivityOf: () => given.delicate ?? 0 } as unknown as FactExtractor,
      knobs: { ...defaultKnobs, ...given.knobs },
    },
    decided,
  );

describe('who may read a message', () => {
  it('is as delicate as its words, its facts and what people decided of it, whichever is more', () => {
    const facts = [{ ...about('Ola'), sensitivity: 2 }];
    expect(seen({ delicate: 1 }).sensitivity).toBe(1);
    expect(seen({ delicate: 1, reading: reading({ facts }) }).sensitivity).toBe(2);
    expect(seen({ delicate: 1 }, { ...undecided, sensitivity: 2 }).sensitivity).toBe(2);
  });

  it('is nobody, once it was to be forgotten, or orders that', () => {
    expect(seen({}, { ...undecided, isForgotten: true }).sensitivity).toBe(3);
    expect(seen({ reading: reading({ directives: [{ kind: 'forget-topic' }] }) }).sensitivity).toBe(3);
    const covered = decidedWith(new Map(), new Set([who('m')]));
    expect(seen({}, covered.get(who('m'))).sensitivity).toBe(3);
  });

  it('stays in a place that was restricted, in confidence, and in a dm that speaks of others', () => {
    expect(seen().disclosure).toBe('public');
    expect(seen({ place: place({ isConfined: true }) }).disclosure).toBe('conversation_private');
    expect(seen({ reading: reading({ directives: [{ kind: 'confide', from: [] }] }) }).disclosure).toBe(
      'conversation_private',
    );
    expect(seen({ place: dm, reading: reading({ facts: [about('Ola')] }) }).disclosure).toBe('public');
    const ofIda = { place: dm, reading: reading({ facts: [about('Ola', 'Ida')] }) };
    expect(seen(ofIda).disclosure).toBe('conversation_private');
    expect(seen({ ...ofIda, knobs: { 'privacy.dm_third_party': 'portable' } }).disclosure).toBe('public');
  });

  it('is kept from whom a fact of it or an order in it is kept from, and never from its author', () => {
    const from = [
      { kind: 'entity', entityId: who('Ida') },
      { kind: 'entity', entityId: who('Ola') },
      { kind: 'ambiguous', candidates: [who('Per'), who('Pia')], named: [] },
    ];
    const told = seen({
      reading: reading({
        facts: [{ ...about('Ola'), withheldFrom: [from[0]] }],
        directives: [{ kind: 'confide', from }],
      }),
    });
    expect(told.withheldFromIds).toEqual([who('Ida'), who('Per'), who('Pia')].sort());
  });

  it('is its place, when an agent said it, whatever people decided of their own', () => {
    const agent = row({ author_type: 'agent' });
    expect(seen({ row: agent, place: dm }).scope).toBe('source_shared');
    expect(seen({ place: dm }).scope).toBe('private_subject');
    expect(seen({}, { ...undecided, isPrivate: true }).scope).toBe('private_subject');
  });
});

describe('what a fact of a dm may be told of', () => {
  const disclosed = (subjects: readonly string[], at = dm) =>
    defaultDisclosure({ tenantId: 'default', place: at, knobs: defaultKnobs }, who('Ola'), subjects.map(who));
  it('is its speaker alone: of others, or of nobody known, it stays there', () => {
    expect([disclosed(['Ola']), disclosed(['Ola', 'Ida']), disclosed([])]).toEqual([
      'public',
      'conversation_private',
      'conversation_private',
    ]);
    expect(disclosed(['Ida'], place())).toBe('public');
    expect(disclosed(['Ola'], place({ isConfined: true }))).toBe('conversation_private');
  });
});
