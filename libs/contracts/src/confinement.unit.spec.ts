import { describe, expect, it } from '@jest/globals';
import { confinementErrors, eventConfinementErrors, withOwnAgent } from './confinement.js';
import type { Caller } from './keys.js';

const caller = (more: Partial<Caller>): Caller => ({
  tenantId: 'default',
  keyId: 'k',
  roles: ['client'],
  ...more,
});
const ofHelper = caller({ agent: 'helper' });
const ofIrc = caller({ platform: 'irc' });
const pathsOf = (who: Caller, part: unknown, byUser = false): readonly string[] =>
  confinementErrors(who, [part], byUser).map(({ path }) => path);
const wanda = { platform: 'irc', platform_user_id: 'wanda' };
const hall = { platform: 'irc', type: 'group', external_id: 'hall' };
const id = '00000000-0000-4000-8000-000000000001';

describe('a key of one agent', () => {
  it('is for that agent, also where none is named', () => {
    expect(withOwnAgent(ofHelper, { query: 'x' }, true)).toEqual({ query: 'x', agent_id: 'helper' });
    expect(withOwnAgent(ofHelper, { query: 'x' }, false)).toEqual({ query: 'x' });
    expect(withOwnAgent(caller({}), { query: 'x' }, true)).toEqual({ query: 'x' });
    expect(pathsOf(ofHelper, { agent_id: 'helper', viewer: wanda })).toEqual([]);
    expect(pathsOf(ofHelper, { agent_id: 'other', viewer: wanda })).toEqual(['agent_id']);
  });
});

describe('a key of one platform', () => {
  it.each([
    ['an account and a place of it', { viewer: wanda, source: hall }, []],
    [
      'people of others asked about',
      { viewer: wanda, subjects: [{ platform: 'slack', platform_user_id: 'x' }] },
      [],
    ],
    ['a viewer of another', { viewer: { ...wanda, platform: 'slack' } }, ['viewer.platform']],
    ['a viewer by id', { viewer: { entity_id: id } }, ['viewer.entity_id']],
    ['a viewer by the older name of an id', { viewer: { user_id: id } }, ['viewer.user_id']],
    ['a place of another', { viewer: wanda, source: { ...hall, platform: 'slack' } }, ['source.platform']],
    ['a place by id', { viewer: wanda, source: { source_id: id } }, ['source.source_id']],
    [
      'a place within one of another',
      { source: { ...hall, parent: { ...hall, platform: 'slack' } } },
      ['source.parent.platform'],
    ],
    [
      'a viewer as parameters',
      { viewer_platform: 'slack', viewer_platform_user_id: 'x' },
      ['viewer_platform'],
    ],
    ['a viewer by id as a parameter', { viewer_id: id }, ['viewer_id']],
    ['a place as parameters', { viewer_source_platform: 'slack' }, ['viewer_source_platform']],
    ['an account to be verified', { platform: 'slack', platform_user_id: 'x', token: 't' }, ['platform']],
  ])('asked with %s', (_, part, paths) => {
    expect(pathsOf(ofIrc, part)).toEqual(paths);
    expect(pathsOf(caller({}), part)).toEqual([]);
  });
  it('names no user by id on the paths where that is who asks', () => {
    expect(pathsOf(ofIrc, { user_id: id }, true)).toEqual(['user_id']);
    expect(pathsOf(ofIrc, { user_id: id }, false)).toEqual([]);
  });
});

describe('an event', () => {
  const data = {
    platform: 'irc',
    agent_id: 'helper',
    author: { platform_user_id: 'wanda' },
    source: { type: 'group', external_id: 'hall' },
  };
  const paths = (who: Caller, more: object): readonly string[] =>
    eventConfinementErrors(who, { ...data, ...more }).map(({ path }) => path);
  it.each([
    ['nothing else', {}, []],
    ['another platform', { platform: 'slack' }, ['data.platform']],
    [
      'an author of another',
      { author: { platform: 'slack', platform_user_id: 'x' } },
      ['data.author.platform'],
    ],
    [
      'a member of another',
      { participants: [{ platform_user_id: 'y' }, { platform: 'slack', platform_user_id: 'x' }] },
      ['data.participants.1.platform'],
    ],
    [
      'a place of another',
      { source: { platform: 'slack', type: 'dm', external_id: 'd' } },
      ['data.source.platform'],
    ],
    [
      'somebody of another in a field that no event of today has',
      { by: { platform: 'slack', platform_user_id: 'x' }, reactions: [{ entity_id: id }] },
      ['data.by.platform', 'data.reactions.0.entity_id'],
    ],
  ])('of a key of one platform, with %s', (_, more, expected) => {
    expect(paths(ofIrc, more)).toEqual(expected);
  });
  it('of a key of one agent is for that one', () => {
    expect(paths(ofHelper, {})).toEqual([]);
    expect(paths(ofHelper, { agent_id: 'other' })).toEqual(['data.agent_id']);
  });
});
