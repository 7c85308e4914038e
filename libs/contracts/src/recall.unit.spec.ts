import { describe, expect, it } from '@jest/globals';
import { recallRequestSchema } from './recall.js';

const schema = recallRequestSchema(() => new Date());
const faultsOf = (more: object): readonly string[] => {
  const parsed = schema.safeParse({ query: 'who sails?', ...more });
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
};

describe('a request to recall', () => {
  it('says of what may be one of several kinds which those are', () => {
    expect(faultsOf({ include_messages: 'sometimes' })).toEqual([
      'include_messages is neither true, false nor "auto"',
    ]);
    expect(faultsOf({ filters: { trust: null } })).toEqual([
      'filters.trust is no text, number or boolean, and no test of one',
    ]);
    expect(faultsOf({ filters: { trust: { like: 'x' } } })).toEqual([
      'filters.trust Unrecognized key: "like"',
    ]);
  });
  it.each([true, false, 'auto'])('takes %s for whether messages are included', (include_messages) =>
    expect(faultsOf({ include_messages })).toEqual([]),
  );
});
