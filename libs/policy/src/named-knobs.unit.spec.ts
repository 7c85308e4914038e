import { describe, expect, it } from '@jest/globals';
import { aboutBob, aboutViewer, alone, bob, inGroup, knobs, self, viewer } from './cases.spec.js';
import { decide } from './decide.js';
import type { Viewer } from './request.js';
import { rules } from './rules.js';
import { policyVersion, versionOf } from './version.js';
import { at } from './world.spec.js';

/** What an operator reads under "this would be otherwise by": each knob once, and none without effect. */
describe('the knobs of a verdict', () => {
  const left: Viewer = { ...viewer, memberships: [{ sourceId: 'freeGroup', from: at(0), to: at(8) }] };
  const leavers = 'privacy.leavers_keep_memory';
  const legacy = aboutBob({ source: null, imported: true });

  it('are none where the defaults of none matter', () => {
    expect(decide(alone(), aboutBob({ sensitivity: 1 })).knobs).toEqual([]);
    expect(decide(inGroup(), aboutBob()).knobs).toEqual([]);
    expect(decide(alone(), aboutBob({ disclosure: 'conversation_private' })).knobs).toEqual([]);
    expect(decide(alone({ contactsOfAll: ['bob'] }), aboutBob()).knobs).toEqual([
      'privacy.public_facts_travel',
    ]);
  });
  it('name what leavers keep where somebody left, and once', () => {
    const told = decide(alone({ viewer: left }), aboutBob({ disclosure: 'conversation_private' }));
    expect(told).toMatchObject({ rule: 'conversation-private', knobs: [leavers] });
    const keeping = alone({ viewer: left, ...knobs({ [leavers]: true }) });
    expect(decide(keeping, aboutBob()).knobs).toEqual([leavers]);
    expect(decide(keeping, aboutBob({ disclosure: 'conversation_private' })).knobs).toEqual([leavers]);
    expect(decide(inGroup({ viewer: left }), aboutBob()).knobs).toEqual([leavers]);
  });
  it('name what fails open, open or not', () => {
    expect(decide(alone(), legacy).knobs).toEqual(['privacy.legacy_fail_open']);
    expect(decide(alone(knobs({ 'privacy.legacy_fail_open': false })), legacy)).toMatchObject({
      rule: 'out-of-scope',
      knobs: ['privacy.legacy_fail_open'],
    });
  });
  it.each([
    [1, 'privacy.personal_in_group'],
    [2, 'privacy.sensitive_in_group'],
  ] as const)('name what would tell sensitivity %i of a present subject', (sensitivity, knob) => {
    expect(decide(inGroup(), aboutBob({ sensitivity }))).toMatchObject({
      rule: 'sensitivity',
      knobs: [knob],
    });
    expect(decide(inGroup(knobs({ [knob]: 'subject_present' })), aboutBob({ sensitivity })).knobs).toEqual([
      knob,
    ]);
    expect(decide(inGroup(), aboutBob({ sensitivity, subjectIds: ['dan'] })).knobs).toEqual([]);
  });
  it('name that nobody need be named, where nobody is', () => {
    const nobody = alone({ viewer: null, audience: [] });
    expect(decide(nobody, aboutBob())).toMatchObject({
      rule: 'unknown-viewer',
      knobs: ['gate.require_verified', 'identity.mode'],
    });
  });
  it('are given with a reason', () => {
    expect(decide(inGroup(), aboutBob({ withheldFromIds: ['viewer'] })).reason).toBe(
      'it is kept from somebody who would read it',
    );
    expect(decide(inGroup({ audience: [self, bob] }), aboutViewer()).reason).toBe(
      'it was learned in this place',
    );
  });
});

describe('the version of the policy', () => {
  it('is another with each rule, sentence or exemption', () => {
    const [first, ...others] = rules;
    const versions = [
      rules,
      others,
      [...others, ...rules.slice(0, 1)],
      rules.map((rule) => ({ ...rule, ids: rule.ids.slice(1) })),
      rules.map((rule) => ({ ...rule, sentence: rule === first ? 'never' : rule.sentence })),
      rules.map((rule) => ({ ...rule, spares: [] })),
    ].map(versionOf);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions[0]).toBe(policyVersion);
  });
});
