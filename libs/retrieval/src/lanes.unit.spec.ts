import { describe, expect, it } from '@jest/globals';
import { laneNames } from '#contracts';
import { evaluate, isIn, type ConditionRow } from '#policy';
import { planLanes, type LanesInput, type LaneSpec } from './index.js';

const input: LanesInput = {
  readable: isIn('tenant_id', ['t']),
  filter: 'everything',
  lanes: laneNames,
  viewerIds: ['rain', 'rain-2'],
  askedIds: [],
  saidByIds: [],
  agentId: 'agent',
  kinds: ['fact'],
  memoryType: null,
  topK: 10,
  complete: false,
};
const row = (scalars: ConditionRow['scalars'], subjectIds: readonly string[] = []): ConditionRow => ({
  scalars: { tenant_id: 't', kind: 'fact', source_id: 's', visibility_scope: 'source_shared', ...scalars },
  instants: {},
  subjectIds,
  withheldFromIds: [],
  metadata: {},
});
const reach = (specs: readonly LaneSpec[], one: ConditionRow): readonly string[] =>
  specs
    .filter(({ where }) => where === 'everything' || (where !== 'nothing' && evaluate(where, one)))
    .map(({ name }) => name);
const lanesOf = (rest: Partial<LanesInput>, one: ConditionRow): readonly string[] =>
  reach(planLanes({ ...input, ...rest }), one);

describe('lanes', () => {
  it('reach what the viewer is subject, speaker or owner of', () => {
    expect(lanesOf({}, row({}, ['rain-2']))).toEqual(['self', 'source']);
    expect(lanesOf({}, row({ speaker_entity_id: 'rain' }))).toEqual(['self', 'source']);
    expect(lanesOf({}, row({ owner_entity_id: 'rain' }))).toEqual(['self', 'source']);
  });
  it('reach the people asked about, and leave that lane out without them', () => {
    expect(lanesOf({ askedIds: ['slash'] }, row({}, ['slash']))).toEqual(['subject', 'source']);
    expect(planLanes(input).map(({ name }) => name)).toEqual(['self', 'source', 'global']);
  });
  it('reach what is nobody’s or the agent’s own', () => {
    expect(lanesOf({}, row({ visibility_scope: 'global_shared', source_id: null }))).toEqual(['global']);
    expect(lanesOf({}, row({ source_id: null }))).toEqual(['global']);
    expect(lanesOf({}, row({}, ['agent']))).toEqual(['source', 'global']);
  });
  it('together reach every readable fact', () => {
    for (const source_id of ['s', null])
      for (const visibility_scope of ['private_subject', 'source_shared', 'global_shared', 'system'])
        expect(lanesOf({}, row({ source_id, visibility_scope }, ['stranger']))).not.toEqual([]);
  });
  it('reach nothing that the plan does not admit', () => {
    expect(lanesOf({ askedIds: ['slash'] }, row({ tenant_id: 'other' }, ['rain', 'slash', 'agent']))).toEqual(
      [],
    );
    expect(planLanes({ ...input, readable: 'nothing' })).toEqual([]);
  });
  it('stay inside the filter, the type and the lanes that were asked for', () => {
    const task = row({ memory_type: 'task', trust: 'fact' }, ['rain']);
    expect(lanesOf({ filter: isIn('trust', ['hearsay']) }, task)).toEqual([]);
    expect(lanesOf({ memoryType: 'event' }, task)).toEqual([]);
    expect(lanesOf({ memoryType: 'task', lanes: ['self', 'self'] }, task)).toEqual(['self']);
  });
  it('hold messages only when they are asked for', () => {
    expect(lanesOf({}, row({ kind: 'message' }, ['rain']))).toEqual([]);
    expect(lanesOf({ kinds: ['fact', 'message'] }, row({ kind: 'message' }, ['bob']))).toEqual(['messages']);
  });
  it('count a message once, also when the viewer wrote it', () => {
    const own = row({ kind: 'message', speaker_entity_id: 'rain' }, ['rain']);
    expect(lanesOf({ kinds: ['fact', 'message'] }, own)).toEqual(['messages']);
    expect(lanesOf({ kinds: ['fact', 'message'], lanes: ['self'] }, own)).toEqual(['messages']);
    expect(lanesOf({ kinds: ['fact', 'message'], lanes: ['global'] }, own)).toEqual([]);
  });
  it('hold only the words of whose words are asked for', () => {
    const rest = { saidByIds: ['b'] };
    expect(lanesOf(rest, row({ speaker_entity_id: 'b' }))).toEqual(['subject', 'source']);
    expect(lanesOf(rest, row({ speaker_entity_id: 'a' }, ['b']))).toEqual([]);
  });
  it('of an attribution question ask for all of the person and not of others', () => {
    const wide = (rest: Partial<LanesInput>) =>
      planLanes({ ...input, complete: true, ...rest }).filter(({ complete }) => complete);
    expect(wide({ askedIds: ['slash'] }).map(({ name, limit }) => [name, limit])).toEqual([
      ['subject', 1000],
    ]);
    expect(wide({}).map(({ name }) => name)).toEqual(['self']);
  });
  it('ask for more rows than are wanted, within a bound', () => {
    expect(planLanes(input)[0]?.limit).toBe(50);
    expect(planLanes({ ...input, topK: 200 })[0]?.limit).toBe(600);
  });
});
