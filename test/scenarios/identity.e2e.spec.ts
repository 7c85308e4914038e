import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, ReviewView } from '#contracts';
import { proofCases } from '#testing';
import { tokenOf, verifying } from '../support/tokens.js';
import { accountRef, channel, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const dmOn = (platform: string, person: string): PlaceOf => ({
  type: 'dm',
  external_id: `dm-${person}`,
  platform,
});

/** SC-23, SC-24, SC-25, SC-36: who is one person, and who is meant. Each in three wordings, on three pairs of platforms; `npm test` takes the first. */
describe('one person of many names', () => {
  let world: World;
  let second: string;
  beforeAll(async () => {
    world = await World.open(verifying);
    second = await world.keyFor('operator');
  }, 120_000);
  afterAll(() => world.close());

  const tell = (account: string, text: string, handle?: string) => {
    const { platform, platform_user_id } = accountRef(account);
    const author = { id: platform_user_id, ...(handle === undefined ? {} : { handle }) };
    return world.say(author, dmOn(platform, platform_user_id), text, { platform });
  };
  const asked = async (account: string, query: string): Promise<string> =>
    (
      await world.call('POST', '/v1/recall', {
        agent_id: 'helper',
        viewer: accountRef(account),
        query,
        threshold: 0,
      })
    ).text;
  const decide = (id: string, verdict: string, body: object = {}) =>
    world.call('POST', `/v1/reviews/${id}/${verdict}`, body, second);
  const pending = async (account: string): Promise<readonly ReviewView[]> => {
    const { results } = (await world.call('GET', '/v1/reviews?kind=alias_link&status=pending&limit=200'))
      .body as Page<ReviewView>;
    const { platform, platform_user_id } = accountRef(account);
    return results.filter(({ proposal }) =>
      proposal.sides.some(({ accounts }) =>
        accounts.some((one) => one.platform === platform && one.platform_user_id === platform_user_id),
      ),
    );
  };

  it.each(
    [
      ['telegram:sam', 'discord:sam', "I'm allergic to peanuts", 'which allergies do I have?', 'peanuts'],
      ['slack:T1-yuki', 'irc:yuki', 'I work as a beekeeper', 'what do I do for a living?', 'beekeeper'],
      ['matrix:oda', 'web:oda', 'My favorite tree is the larch', 'which tree do I like best?', 'larch'],
    ].slice(0, proofCases(3, 1)),
  )(
    'SC-23: %s and %s stay apart under one handle, until an operator approves what waits',
    async (one, other, said, question, word) => {
      const handle = accountRef(other).platform_user_id;
      await tell(one, said, handle);
      await tell(other, 'I play chess', handle);
      expect(await asked(other, question)).not.toContain(word);
      const waiting = await pending(other);
      const id = waiting[0]?.id ?? (await world.propose(one, other));
      expect(await asked(other, question)).not.toContain(word);
      expect((await decide(id, 'approve')).status).toBe(200);
      expect(await asked(other, question)).toContain(word);
    },
  );

  it.each(
    [
      ['telegram:neo', 'discord:neo', 'neo'],
      ['slack:trin', 'matrix:trin', 'trin'],
      ['irc:dozer', 'web:dozer', 'dozer'],
    ].slice(0, proofCases(3, 1)),
  )(
    'SC-24: %s and %s, verified as two people, are linked by nothing but a person who sees the conflict',
    async (one, other, name) => {
      await tell(one, `I keep the red book of ${name}`, name);
      await tell(other, `I keep the blue book of ${name}`, name);
      for (const [account, sub] of [
        [one, `${name}-1`],
        [other, `${name}-2`],
      ] as const) {
        const body = { ...accountRef(account), token: await tokenOf(sub) };
        expect((await world.call('POST', '/v1/identity/verify', body)).status).toBe(200);
      }
      const id = await world.propose(one, other, { evidence: [{ kind: 'resolver-says', weight: 0.97 }] });
      const item = (await pending(one)).find((waiting) => waiting.id === id);
      expect(item?.suspicions.map(({ kind }) => kind)).toContain('conflicting-verified-ids');
      expect(await asked(one, 'which book do I keep?')).not.toContain('blue');
      expect(await asked(other, 'which book do I keep?')).not.toContain('red');
      await decide(id, 'reject');
    },
  );

  it.each(
    [
      ['web:guest-kai', 'discord:kai', 'I like aisle seats', 'where do I like to sit?', 'aisle'],
      ['phone:guest-7', 'slack:mina', 'I collect fountain pens', 'what do I collect?', 'fountain'],
      ['kiosk:g-9', 'matrix:bo', 'I have two goats', 'which animals do I have?', 'goats'],
    ].slice(0, proofCases(3, 1)),
  )(
    'SC-25: %s merged into %s and taken out again leaves recall as it was, to the byte',
    async (guest, account, said, question, word) => {
      await tell(guest, said);
      await tell(account, 'I live in Porto');
      const before = [await asked(account, question), await asked(guest, 'where do I live?')];
      const id = await world.link(guest, account);
      expect(await asked(account, question)).toContain(word);
      expect(await asked(guest, 'where do I live?')).toContain('Porto');
      expect((await decide(id, 'undo')).status).toBe(200);
      expect([await asked(account, question), await asked(guest, 'where do I live?')]).toEqual(before);
    },
  );

  it.each(
    [
      ['discord', 'Mia and Lea were here. She is moving to Rome', 'who is moving?', 'Mia', 'Moving to Rome'],
      [
        'slack',
        'Jon and Mark came by. He works as a cooper',
        'who works as a cooper?',
        'Mark',
        'Works as a cooper',
      ],
      [
        'irc',
        'Olga and Petra joined us. She plays the harp',
        'who plays the harp?',
        'Petra',
        'Plays the harp',
      ],
    ].slice(0, proofCases(3, 1)),
  )(
    'SC-36: on %s, "%s" is told of nobody until an operator picks one',
    async (platform, said, question, chosen, fact) => {
      const place: PlaceOf = {
        ...channel(`who-${platform}`, { ...workspace(`who-${platform}`), platform }),
        platform,
      };
      const [told] = await world.say('ann', place, said, { platform });
      expect(told?.outcome).toBe('PENDING');
      const heard = () => world.ask(`${platform}:ann`, place, question);
      expect(memoriesOf(await heard())).toEqual([]);
      const { body } = await world.call('GET', `/v1/reviews/${told?.memory_id ?? ''}`);
      const { proposal } = body as ReviewView;
      const choice = proposal.candidates.find(({ name }) => name === chosen);
      const { status } = await decide(told?.memory_id ?? '', 'approve', {
        choice: { entity_id: choice?.entity_id },
      });
      expect(status).toBe(200);
      const answer = await heard();
      expect(answer.results.map(({ memory, subjects }) => [memory, subjects[0]?.entity_id])).toEqual([
        [fact, choice?.entity_id],
      ]);
    },
  );
});
