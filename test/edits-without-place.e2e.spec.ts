import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, workspace, World, type PlaceOf } from './support/world.js';

interface Result {
  readonly id: string;
  readonly status: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly error?: string;
}

/** Adaptors of chats that count their messages within each place must say of which place an edit is. */
describe('an edit or a deletion that names no place', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  const on = (platform: string, name: string): PlaceOf => ({ ...channel(name, workspace('town')), platform });
  const placeless = (platform: string, event: ReturnType<World['edited']>) => {
    const { source: _, ...data } = event.data as Record<string, unknown>;
    return { ...event, data: { ...data, platform } };
  };
  const post = (platform: string, person: string, place: PlaceOf, message_id: string, text: string) =>
    world.posted({ id: person }, place, text, { message_id, platform });
  const edit = (platform: string, id: string, text: string) =>
    placeless(platform, world.edited(id, on(platform, 'x'), text));
  const remove = (platform: string, id: string) => placeless(platform, world.deleted(id, on(platform, 'x')));
  const textsOf = async (platform: string): Promise<readonly (string | null)[]> => {
    const rows = await engines.database.query<{ text: string | null }>(
      'select text from messages where platform = $1 order by message_id, text nulls last',
      [platform],
    );
    return rows.map(({ text }) => text);
  };
  const tell = async (...events: readonly object[]): Promise<readonly Result[]> => {
    const { body } = await world.call('POST', '/v1/events?wait=indexed&timeout_ms=30000', events);
    return (body as { results: readonly Result[] }).results;
  };

  it.each([
    ['an edit', () => edit('tg', '9', 'I hate the sea')],
    ['a deletion', () => remove('tg', '9')],
  ])('is refused where its id is known in two places, by the name of the field: %s', async (_, revise) => {
    const [first, second] = [on('tg', 'pier'), on('tg', 'weir')];
    await tell(
      post('tg', 'ole', first, '9', 'I love the sea'),
      post('tg', 'pia', second, '9', 'I love the fog'),
    );
    const event = revise();
    const [result] = await tell(event);
    expect(result).toMatchObject({ status: 'rejected', facts: [], errors: [{ path: 'data.source' }] });
    const { body } = await world.call('GET', `/v1/events/${event.id}?source=/test`);
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('data.source: is required'),
    });
    expect(await textsOf('tg')).toEqual(['I love the fog', 'I love the sea']);
  });

  it('is refused for every message of such a platform, also one that only one place knows or that has not come', async () => {
    const place = on('line', 'kiosk');
    await tell(
      post('line', 'ole', place, '1', 'hi'),
      post('line', 'pia', on('line', 'stand'), '1', 'ho'),
      post('line', 'ole', place, '2', 'I sell kites'),
    );
    const results = await tell(edit('line', '2', 'I sell boats'), remove('line', '3'));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await tell(post('line', 'pia', place, '3', 'I mend nets'));
    expect(await textsOf('line')).toEqual(['hi', 'ho', 'I sell kites', 'I mend nets']);
    const placed = world.edited('2', place, 'I sell boats');
    await tell({ ...placed, data: { ...placed.data, platform: 'line' } });
    expect(await textsOf('line')).toContain('I sell boats');
  });

  it('reaches its message, and no other that comes to have its id later', async () => {
    const [first, second] = [on('irc', 'ford'), on('irc', 'dike')];
    await tell(post('irc', 'ole', first, '7', 'I ride a bike'));
    await tell(edit('irc', '7', 'I ride a horse'));
    await tell(post('irc', 'pia', second, '7', 'I walk'));
    expect(await textsOf('irc')).toEqual(['I ride a horse', 'I walk']);
    await engines.log.rebuild(() => undefined);
    expect(await textsOf('irc')).toEqual(['I ride a horse', 'I walk']);
  });

  it('may come before its message, and is of the first that has its id', async () => {
    await tell(edit('mail', '5', 'I grow plums'), remove('mail', '6'));
    await tell(
      post('mail', 'ole', on('mail', 'yard'), '5', 'I grow pears'),
      post('mail', 'ole', on('mail', 'yard'), '6', 'I grow figs'),
    );
    await tell(
      post('mail', 'pia', on('mail', 'lawn'), '5', 'I mow'),
      post('mail', 'pia', on('mail', 'lawn'), '6', 'I rake'),
    );
    expect(await textsOf('mail')).toEqual(['I grow plums', 'I mow', 'I rake', null]);
    await engines.log.rebuild(() => undefined);
    expect(await textsOf('mail')).toEqual(['I grow plums', 'I mow', 'I rake', null]);
  });

  it('is as before on a platform whose ids are unique', async () => {
    await tell(post('matrix', 'ole', on('matrix', 'barn'), '9', 'I keep goats'));
    const [result] = await tell(edit('matrix', '9', 'I keep sheep'));
    expect([result?.status, await textsOf('matrix')]).toEqual(['accepted', ['I keep sheep']]);
  });
});
