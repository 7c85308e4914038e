import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountEntityId } from '#domain';
import { proofCases } from '#testing';
import { openStore, Ingesting, type Store } from './support/ingesting.js';

const began = Date.parse('2026-05-01T10:00:00Z');
let said = 0;

const saidBy = (who: string, text: string, source: object): { readonly id: string } => {
  said += 1;
  const data = {
    platform: 'chat',
    agent_id: 'helper',
    message_id: `m-${String(said)}`,
    text,
    sent_at: new Date(began + said * 60_000).toISOString(),
    source,
    author: { platform_user_id: who, handle: who, display_name: who },
  };
  return Object.assign(
    { specversion: '1.0', id: `e-${String(said)}`, source: '/test', type: 'kith.message.posted.v1' },
    { data },
  );
};
const dmOf = (who: string): object => ({ type: 'dm', external_id: `dm-${who}` });

describe('what keeps something from somebody', () => {
  let store: Store;
  let ingesting: Ingesting;
  beforeAll(async () => {
    store = await openStore();
    ingesting = await Ingesting.start(store);
  }, 60_000);
  afterAll(async () => {
    await ingesting.stop();
    await store.database.close();
  });

  const room = async (name: string, ...people: readonly string[]): Promise<object> => {
    const place = { type: 'group', external_id: name };
    await ingesting.publish(people.map((who) => saidBy(who, 'hello there', place)));
    return place;
  };
  const length = async (): Promise<number> => store.log.count('default');
  const keptFrom = async (content: string): Promise<readonly string[]> => {
    const [row] = await store.database.query<{ withheld_from_ids: readonly string[] }>(
      `select withheld_from_ids from memories where content = $1 and status = 'active'`,
      [content],
    );
    return row?.withheld_from_ids ?? [];
  };
  const idOf = (who: string): string => accountEntityId('default', 'chat', who);

  it.each([
    ['of a third, in the same words', 'Bruno moved to Porto', "don't tell Tilda that Bruno moved to Porto"],
    [
      'of a third, who is not to know either',
      'Bruno sold the van',
      "don't tell Tilda that Bruno sold the van, and not a word to Bruno",
    ],
    [
      'in a breath with what sounds like a secret',
      'I crashed the scooter',
      "don't tell Tilda I crashed the scooter. if Bruno finds out about the scooter i'm toast",
    ],
  ])(
    'is read to its end, and then rests: %s',
    async (_, before, order) => {
      const place = await room(`g${String(said)}`, 'Bruno', 'Tilda', 'Alma');
      await ingesting.publish([saidBy('Alma', before, place)]);
      const at = await length();
      await ingesting.publish([saidBy('Alma', order, place)]);
      expect((await length()) - at).toBeLessThan(30);
      await ingesting.publish([saidBy('Alma', order, dmOf('Alma'))]);
      expect((await length()) - at).toBeLessThan(60);
    },
    60_000,
  );

  it('keeps from each whom the orders of one message name', async () => {
    const place = await room('g-each', 'Bruno', 'Tilda', 'Alma');
    await ingesting.publish([saidBy('Alma', 'I bought a drum kit', place)]);
    await ingesting.publish([
      saidBy(
        'Alma',
        "don't tell Tilda about the drum kit. Bruno would freak out if he finds out about the drum kit",
        place,
      ),
    ]);
    expect(new Set(await keptFrom('Bought a drum kit'))).toEqual(new Set([idOf('Tilda'), idOf('Bruno')]));
  }, 60_000);

  it('keeps it from the one and lets the other know, in one message', async () => {
    const place = await room('g-both', 'Bruno', 'Tilda', 'Alma');
    await ingesting.publish([saidBy('Alma', "I collect stamps, don't tell Bruno", place)]);
    await ingesting.publish([
      saidBy('Alma', "You can tell Bruno that. Don't tell Tilda that I collect stamps.", place),
    ]);
    expect(await keptFrom('Collects stamps')).toContain(idOf('Tilda'));
  }, 60_000);

  it('does not keep from whom it is of what is kept from another', async () => {
    const place = await room('g-third', 'Bruno', 'Tilda', 'Alma');
    await ingesting.publish([saidBy('Alma', "don't tell Tilda that Bruno rows for the town", place)]);
    expect(await keptFrom('Rows for the town')).toEqual([idOf('Tilda')]);
  }, 60_000);

  it('rests whatever people tell, keep, let know and take back of one another', async () => {
    const names = ['Bruno', 'Tilda', 'Alma', 'Nils'];
    let runs = 0;
    const facts = ['sold the van', 'moved to Porto', 'plays the harp', 'got the job at the mill'];
    const orders: readonly ((who: string, of: string, what: string) => string)[] = [
      (_, of, what) => `${of} ${what}`,
      (_, __, what) => `I ${what}`,
      (who, of, what) => `don't tell ${who} that ${of} ${what}`,
      (who, _, what) => `don't tell ${who} that I ${what}. if he finds out i'm toast`,
      (who) => `you can tell ${who} that`,
      (who, of, what) => `you can tell ${who} that ${of} ${what}`,
      () => 'keep that between us',
      (_, of, what) => `no, ${of} never ${what}`,
      (_, of, what) => `forget that ${of} ${what}`,
      (who) => `everyone but ${who} may know`,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            by: fc.constantFrom(...names),
            order: fc.constantFrom(...orders),
            who: fc.constantFrom(...names),
            of: fc.constantFrom(...names),
            what: fc.constantFrom(...facts),
          }),
          { minLength: 6, maxLength: 12 },
        ),
        async (all) => {
          // Others each time, of names that nobody else bears: what is held of before is not spoken of again.
          runs += 1;
          const called = (name: string): string =>
            `${name}${'abcdefghij'.charAt(runs % 10)}${'klmnopqrst'.charAt(runs / 10)}`;
          const place = await room(`g-all-${String(runs)}`, ...names.map(called));
          const at = await length();
          await ingesting.publish(
            all.map(({ by, order, who, of, what }) =>
              saidBy(called(by), order(called(who), called(of), what), place),
            ),
          );
          expect((await length()) - at).toBeLessThan(60 * all.length);
        },
      ),
      { numRuns: proofCases(60, 3) },
    );
  }, 300_000);
});
