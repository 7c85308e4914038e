import { describe, expect, it } from '@jest/globals';
import { forgettingOf } from './forgetting.js';
import { orderEndings } from './order-endings.js';

describe('an excuse after an order to forget', () => {
  it('leaves its excuse out of what is named', () =>
    expect(forgettingOf('please forget that I live in Narvik, wrong channel', 'all')).toEqual({
      kind: 'what',
      what: 'I live in Narvik',
      rest: null,
    }));
  it('is one with any excuse of the list', () => {
    const { slots, reasons } = orderEndings;
    for (const reason of reasons) {
      const said = reason.replace(/<(\w+)>/gu, (_, name: string) => slots[name]?.at(-1) ?? '');
      expect([reason, forgettingOf(`forget that, ${said}`, 'all')?.kind]).toEqual([reason, 'take-back']);
    }
  });
  it('names only slots that there are', () => {
    const used = [...JSON.stringify(orderEndings).matchAll(/<(\w+)>/gu)].map((match) => match[1]);
    expect([...new Set(used)].sort()).toEqual(Object.keys(orderEndings.slots).sort());
  });
});
