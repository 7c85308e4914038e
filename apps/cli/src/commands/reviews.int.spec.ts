import { describe, expect, it } from '@jest/globals';
import { kithOn as kith, type Routes } from '../testing/fake-platform.js';

const id = '60000000-0000-4000-8000-000000000001';
const [one, other] = ['60000000-0000-4000-8000-00000000000a', '60000000-0000-4000-8000-00000000000b'];
const side = (entity_id: string, platform: string, name: string) => ({
  entity_id,
  name,
  verified: false,
  accounts: [
    {
      platform,
      platform_user_id: name.toLowerCase(),
      handle: null,
      display_name: name,
      created_at: '2026-05-01T10:00:00.000Z',
    },
  ],
});
const link = {
  id,
  kind: 'alias_link',
  status: 'pending',
  confidence: 0.6,
  proposal: {
    sides: [side(one, 'telegram', 'Vera'), side(other, 'discord', 'Mal')],
    memories: [],
    candidates: [],
    choice: null,
    reason: null,
  },
  evidence: [{ kind: 'declared-by-one', weight: 0.6, detail: "that's \u001b[31mme" }],
  suspicions: [{ kind: 'one-side-alone', detail: 'Only the one who would gain by it says so.' }],
  widening: {
    memories: [
      { id: one, kind: 'fact', memory: 'Looking for a new job', source_type: 'dm', readers: [other] },
    ],
    readers: [{ entity_id: other, name: 'Mal' }],
    more: false,
  },
  proposed_by: 'key:k1',
  decided_by: null,
  note: null,
  created_at: '2026-05-04T10:00:00.000Z',
  decided_at: null,
};
const ambiguous = {
  ...link,
  kind: 'identity_disambiguation',
  proposal: {
    ...link.proposal,
    sides: [],
    candidates: [
      { entity_id: one, name: 'Jon' },
      { entity_id: other, name: 'Mark' },
    ],
  },
};
const routes = (item: object = link): Routes => ({
  'GET /v1/reviews': () => ({ body: { results: [item], next_cursor: null } }),
  [`GET /v1/reviews/${id}`]: () => ({ body: { ...item, history: [] } }),
  'POST /v1/reviews/decide': () => ({
    body: { dry_run: true, decided: [{ id, status: 'approved' }], refused: [] },
  }),
  'POST /v1/reviews/*': () => ({ body: { id, status: 'approved' } }),
});

describe('kith reviews', () => {
  it('lists what waits, with what it would open and why to look twice', async () => {
    const { out, code, asked } = await kith(routes(), ['reviews', 'list'], { isTty: true });
    expect(code).toBe(0);
    expect(asked[0]?.query.get('status')).toBe('pending');
    expect(out).toMatch(/^60000000 /mu);
    expect(out).toContain('60 %');
    expect(out).toContain('one-side-alone');
    expect(out).toContain('1 memory');
  });

  it('shows both accounts side by side, and other people’s text drives no terminal', async () => {
    const { out } = await kith(routes(), ['reviews', 'show', '60000000'], { isTty: true });
    expect(out).toContain('telegram:vera = discord:mal');
    expect(out).toMatch(/shown name +Vera +Mal/u);
    expect(out).toContain('██████···· declared by one');
    expect(out).toContain(
      'to discord:mal: 1 memory, 1 said in private\n    “Looking for a new job” (private)',
    );
    expect(out).toContain('kith reviews approve 60000000');
    expect(out).not.toContain('\u001b[31mme');
  });

  it('approves, and says who is meant by a name', async () => {
    const { out, asked } = await kith(routes(ambiguous), [
      'reviews',
      'approve',
      id,
      '--choose',
      'mark',
      '--note',
      'asked',
    ]);
    expect(out).toBe('1 item approved.');
    expect(asked.at(-1)).toMatchObject({
      path: `/v1/reviews/${id}/approve`,
      body: { note: 'asked', choice: { entity_id: other } },
    });
    const unclear = await kith(routes(ambiguous), ['reviews', 'approve', id, '--choose', 'Bob']);
    expect([unclear.code, unclear.err.includes('Jon')]).toEqual([2, true]);
  });

  it('decides nothing in a dry run', async () => {
    const { out, asked } = await kith(routes(), ['reviews', 'reject', id, '--dry-run']);
    expect(out).toBe('1 item would be rejected.');
    expect(asked.at(-1)?.body).toEqual({ verdict: 'reject', ids: [id], dry_run: true });
  });

  it('names what there is not', async () => {
    const { code, err } = await kith(routes(), ['reviews', 'show', 'ffff']);
    expect([code, err]).toEqual([1, 'kith: There is no review ffff.']);
  });
});
