import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, workspace, World, type PlaceOf } from './support/world.js';

interface Listed {
  readonly memory: string;
  readonly subjects: readonly { readonly entity_id: string; readonly name: string }[];
}

/** Whom a speaker named as theirs, and who is meant by it long after; asserted on what operators and viewers read. */
describe('somebody of a speaker’s life', () => {
  let world: World;
  let hours = 0;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const town = (name: string) => workspace(`${name}-town`);
  /** Half a day later each time: no window of earlier messages reaches that far. */
  const later = (): string => {
    hours += 12;
    return new Date(Date.parse('2026-02-01T08:00:00Z') + hours * 3_600_000).toISOString();
  };
  const say = (who: string, place: PlaceOf, text: string, extra = {}) =>
    world.say(who, place, text, { sent_at: later(), ...extra });
  const all = async (): Promise<readonly Listed[]> => {
    const { body } = await world.call('GET', '/v1/memories?agent_id=helper&limit=200');
    return (body as { results: readonly Listed[] }).results;
  };
  const aboutWhom = async (memory: string): Promise<readonly string[]> => {
    const held = (await all()).filter((one) => one.memory === memory);
    return held.flatMap((one) => one.subjects.map((subject) => subject.name));
  };
  const idOf = async (memory: string): Promise<string> => {
    const [held] = (await all()).filter((one) => one.memory === memory);
    return held?.subjects[0]?.entity_id ?? `nobody: ${memory}`;
  };

  it.each([
    ['noor', 'my wife Ingrid is a vet', 'my wife hates olives', 'Ingrid plays the harp', 'Ingrid'],
    ['emil', 'Tobias is my husband', 'my husband hates celery', 'Tobias plays the oboe', 'Tobias'],
    ['odile', 'my mum, Rosa, lives in Cork', 'my mother hates fennel', 'Rosa plays the organ', 'Rosa'],
    ['piotr', 'I sail with my brother Kasper', 'my brother hates liver', 'Kasper plays the viola', 'Kasper'],
  ])('is one person for %s: %s', async (who, first, byWord, byName, name) => {
    const [square, pier] = [channel(`${who}-square`, town(who)), channel(`${who}-pier`, town(who))];
    await say(who, square, first);
    const talk = Array.from({ length: 15 }, () =>
      world.posted(who, square, 'nice weather over there today', { sent_at: later() }),
    );
    await world.publish(...talk);
    await say(who, square, byWord);
    await say(who, pier, byName);
    const contents = [byWord.replace(/^.*hates/u, 'Hates'), byName.replace(/^.*plays/u, 'Plays')];
    for (const content of contents) expect(await aboutWhom(content)).toEqual([name]);
    const [one, other] = await Promise.all(contents.map(idOf));
    expect(one).toBe(other);
  });

  it('is another for another speaker, and for another place', async () => {
    const square = channel('shared-square', town('shared'));
    await say('hedda', square, 'my wife Sunniva plays the lute');
    await say('jorun', square, 'my wife Sunniva plays the flute');
    await say('jorun', channel('elsewhere', town('elsewhere')), 'Sunniva plays the drums');
    await say('hedda', square, 'my wife lives in Voss');
    const ids = await Promise.all(['Plays the lute', 'Plays the flute', 'Plays the drums'].map(idOf));
    expect(new Set(ids).size).toBe(3);
    expect(await idOf('Lives in Voss')).toBe(ids[0]);
  });

  it('is not known by name among others when it was told in private', async () => {
    const hall = channel('hall', town('hall'));
    await say('fenna', hall, 'hello everybody');
    await say('leif', dm('leif'), 'my girlfriend Ottilie studies botany');
    await say('leif', hall, 'my girlfriend collects stamps');
    await say('leif', hall, 'Ottilie collects coins');
    await say('leif', dm('leif'), 'my girlfriend collects maps');
    expect(await aboutWhom('Girlfriend collects stamps')).toEqual(['Leif']);
    expect(await idOf('Collects coins')).not.toBe(await idOf('Collects maps'));
    expect(await idOf('Collects maps')).toBe(await idOf('Studies botany'));
    const heard = await world.ask('fenna', hall, "what does Leif's girlfriend collect? stamps", {
      top_k: 50,
    });
    expect(heard.context).toContain('stamps');
    expect(heard.context).not.toMatch(/Ottilie[^]*stamps|stamps[^]*Ottilie|botany|maps/u);
  });

  it('is not known by name elsewhere when a closed place was told', async () => {
    const [open, closed] = [channel('open', town('lock')), channel('closed', town('lock'), 'restricted')];
    await say('bodil', closed, 'my husband Ruben breeds axolotls');
    await say('bodil', open, 'my husband repairs clocks');
    await say('bodil', closed, 'my husband repairs engines');
    expect(await aboutWhom('Husband repairs clocks')).toEqual(['Bodil']);
    expect(await aboutWhom('Repairs engines')).toEqual(['Ruben']);
  });

  it('is known from then on though the telling comes late, and no longer once it is taken back', async () => {
    const yard = channel('yard', town('yard'));
    const [first, second] = [later(), later()];
    await say('gustav', yard, 'my wife plays the piano', { sent_at: second });
    expect(await aboutWhom('Wife plays the piano')).toEqual(['Gustav']);
    await say('gustav', yard, 'my wife Liselotte is from Bremen', { sent_at: first, message_id: 'telling' });
    await world.platform.settled(30_000);
    expect(await aboutWhom('Plays the piano')).toEqual(['Liselotte']);
    await world.publish(world.edited('telling', yard, 'my wife Friederike is from Bremen'));
    await world.platform.settled(30_000);
    expect(await aboutWhom('Plays the piano')).toEqual(['Friederike']);
    await world.publish(world.deleted('telling', yard));
    await world.platform.settled(30_000);
    expect(await aboutWhom('Wife plays the piano')).toEqual(['Gustav']);
  });

  it('is no longer meant once its name is forgotten', async () => {
    const mill = channel('mill', town('mill'));
    await say('signe', mill, 'my boss Torvald is from Bergen');
    await say('signe', mill, 'my boss plays the bagpipes');
    expect(await aboutWhom('Plays the bagpipes')).toEqual(['Torvald']);
    await say('signe', mill, 'please forget that my boss is Torvald');
    await world.platform.settled(30_000);
    expect(await aboutWhom('Boss plays the bagpipes')).toEqual(['Signe']);
  });

  it('is found whoever told it in one import', async () => {
    const quay = channel('quay', town('quay'));
    const texts = ['my sister Wilhelmina is a diver', 'quiet day over here', 'my sister plays chess'];
    await world.publish(...texts.map((text) => world.posted('arne', quay, text, { sent_at: later() })));
    await world.platform.settled(30_000);
    expect(await aboutWhom('Plays chess')).toEqual(['Wilhelmina']);
  });
});
