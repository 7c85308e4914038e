import { describe, expect, it } from '@jest/globals';
import { Passes } from './passes.js';

const begun = (): Passes => {
  const passes = new Passes();
  passes.begin('building', true);
  passes.begin('answering', true);
  return passes;
};
const goThrough = (passes: Passes, found: number): readonly string[] => {
  const order: string[] = [];
  for (let pass = passes.next(); pass !== null; pass = passes.next()) {
    order.push(`${pass.of} ${pass.kind}`);
    passes.advance(pass, 'last', found);
    passes.end({ ...pass, after: 'last' });
  }
  return order;
};

describe('passes through rows without vectors', () => {
  it('take what answers before what is built, and facts before messages', () => {
    expect(goThrough(begun(), 1)).toEqual([
      'answering fact',
      'answering message',
      'building fact',
      'building message',
    ]);
  });

  it('leave messages out where the encoder takes none', () => {
    const passes = new Passes();
    passes.begin('answering', false);
    expect(goThrough(passes, 1)).toEqual(['answering fact']);
  });

  it('that were begun anew meanwhile go on from the beginning', () => {
    const passes = begun();
    const first = passes.next();
    if (first === null) throw new Error('there is a pass');
    passes.restart('answering', 'fact');
    passes.advance({ ...first, after: 'elsewhere' }, 'further', 1);
    passes.end({ ...first, after: 'elsewhere' });
    expect(passes.next()).toEqual({ of: 'answering', kind: 'fact', after: '' });
  });

  it('found little, when all kinds together did', () => {
    const [few, many] = [begun(), begun()];
    goThrough(few, 25);
    goThrough(many, 26);
    expect([few.foundLittle('building'), many.foundLittle('building')]).toEqual([true, false]);
  });
});
