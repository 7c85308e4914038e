import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromWire, toWire } from './wire.js';

const again = (value: unknown): unknown => fromWire(toWire(value));

describe('what goes over the wire between apps', () => {
  it('keeps dates dates, and texts that look like one texts', () => {
    const at = new Date('2026-05-01T12:00:00.123Z');
    const asked = { at, text: at.toISOString(), list: [{ at }, at.toISOString()], none: null };
    expect(again(asked)).toEqual(asked);
    expect(again(at)).toEqual(at);
  });

  it('is the same again, whatever it is', () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(anything, (value) => expect(again(value)).toEqual(JSON.parse(JSON.stringify(value)))),
    );
  });

  it('takes nothing for an answer that is none', () => {
    expect(again(null)).toBeNull();
    expect(() => fromWire(Buffer.from('not JSON'))).toThrow();
  });
});
