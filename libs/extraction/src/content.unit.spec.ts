import { describe, expect, it } from '@jest/globals';
import { contentFault } from './content.js';

const of = (content: string, names: readonly string[] = [], ids: readonly string[] = []) =>
  contentFault(content, {
    names,
    accounts: ids.map((platformUserId) => ({ platform: 'chat', platformUserId })),
    accountsOfSubjects: [],
  });

describe('the words of a memory', () => {
  it.each(["User's nickname is zork", "user's job is baking", 'User’s dog is old', '- User’s dog is old'])(
    'do not begin with the user: %s',
    (content) => expect(of(content)).toMatch(/User's/u),
  );

  it.each([
    'Users meet on Mondays',
    "Users' group meets on Mondays",
    'User of an old typewriter',
    'Reads the user’s guide first',
    "Superuser's rights are with the caretaker",
  ])('may speak of users: %s', (content) => expect(of(content)).toBe(null));

  it.each([
    ['Zita collects thimbles', 'Zita'],
    ['Zita is a beekeeper', 'Zita'],
    ['Zita was born in Brno', 'Zita'],
    ['Zita also plays chess', 'Zita'],
    ['Zita really hates queues', 'Zita'],
    ["Zita doesn't eat fish", 'Zita'],
    ['Zita moved to Brno', 'Zita Novak'],
    ["Zita's favorite tea is mint", 'Zita'],
    ["Jonas' bicycle is blue", 'Jonas'],
    ['Zita Novak moved to Brno', 'Zita Novak'],
    ['Rose Novak likes hills', 'Rose Novak'],
    ['@zita_n likes figs', 'zita_n'],
    ['Zita_n likes figs', 'zita_n'],
    ['Bob has two goats', 'bob'],
    ['Tess presses pears', 'Tess'],
    ['Nils wants a boat', 'Nils'],
    ["Carol's birthday is in May", 'Carol'],
    ['Will wants to travel by train', 'Will'],
    ['Mark thinks that trains are late', 'Mark'],
    ['Rain prefers tea', 'Rain'],
    ["Grace's favourite hill is the steep one", 'Grace'],
  ])('do not name their speaker: %s (%s)', (content, name) =>
    expect(of(content, [name])).toMatch(/speaker/u),
  );

  it.each([
    ['Will travel by train in spring', 'Will'],
    ['Will is signed by both sisters', 'Will'],
    ['May be late on Mondays', 'May'],
    ["May's weather is the best", 'May'],
    ['May is the birth month', 'May'],
    ['Hope to see the sea', 'Hope'],
    ['Hope keeps them going', 'Hope'],
    ['Grant application is due on Friday', 'Grant'],
    ['Art teacher at the school', 'Art'],
    ['Art is their passion', 'Art'],
    ['Rose bushes grow by the door', 'Rose'],
    ['Rose is the favorite color', 'Rose'],
    ["Rose's thorns are sharp", 'Rose'],
    ['Rose loves the shade', 'Rose'],
    ['Bill is due on the first', 'Bill'],
    ['Mark schemes are published in June', 'Mark'],
    ['Jack plugs are in the drawer', 'Jack'],
    ['Summer was spent at the lake', 'Summer'],
    ['Dawn has to come before the run', 'Dawn'],
    ['Rain makes the commute slow', 'Rain'],
    ['Coffee House is the favorite place', 'Coffee House'],
    ['Coffee keeps them awake', 'Coffee'],
    ['Cat likes fish', 'Cat'],
    ['Biscuit is the name of the dog', 'Biscuit'],
    ['Gandalf is the favorite character', 'Gandalf'],
    ['Finally passed the bar exam', 'Finally'],
    ['Firefox is slow on the old laptop', 'Firefox'],
    ['IGN is zork', 'IGN'],
    ['Lego bricks stick to the floor', 'Lego'],
    ['Lego sets are in the attic', 'Lego'],
    ["Wendy's is open until ten", 'Wendy'],
    ['Zita and Otto share a garden', 'Zita'],
    ['Met somebody called Zita', 'Zita'],
    ['Nickname: Zita', 'Zita'],
    ['Zitadel is their favorite place', 'Zita'],
    ['will go on being said', 'will power'],
    ['Is called zork everywhere', 'is'],
    ['Collects thimbles', ''],
    ['Collects thimbles', '@'],
  ])('may be an ordinary sentence: %s (%s)', (content, name) => expect(of(content, [name])).toBe(null));

  it.each([
    ['Owes <@!8842> a drink', []],
    ['Meets <@U024BE7LH|zita> on Mondays', []],
    ['Posts in <#112233445566778899>', []],
    ['Reachable as 114477001234567890 there', ['114477001234567890']],
    ['Also posts as U024BE7LH', ['U024BE7LH']],
    ['Is 5f0c2a4e-8d1b-4c57-9a10-3b6f7e2d9c01 elsewhere', ['5f0c2a4e-8d1b-4c57-9a10-3b6f7e2d9c01']],
    ['Known as chat:222', ['222']],
  ])('carry no platform id: %s', (content, ids) => expect(of(content, [], ids)).toMatch(/platform id/u));

  it('carry no platform id of a subject, whose names they may hold', () => {
    const otto = { platform: 'chat', platformUserId: '114477001234567890' };
    const about = { names: [], accounts: [], accountsOfSubjects: [otto] };
    expect(contentFault('114477001234567890 repairs the sluice', about)).toMatch(/platform id/u);
    const byName = { ...about, accountsOfSubjects: [{ platform: 'chat', platformUserId: 'otto' }] };
    expect(contentFault('Otto repairs the sluice', byName)).toBe(null);
  });

  it.each([
    ['zork99 likes figs', 'zork99'],
    ['114477001 likes figs', '114477001'],
  ])('do not begin with the id of their speaker: %s', (content, id) =>
    expect(of(content, [], [id])).toMatch(/speaker/u),
  );

  it.each([
    ['Has 42 goats', ['42']],
    ['4711 is the door code', ['4711']],
    ['Lives near 4711 Main street', ['4711']],
    ['Phone number: 4915112345678', ['4915112345678']],
    ['Email: zita99@example.org', ['zita99@example.org']],
    ['IGN: zork99', ['zork99']],
    ['Grows lavender', ['lavender']],
    ['Inventory number 1144770012345678901', ['114477001234567890']],
    ['Writes <b> for bold, and x <y> z', []],
    ['Answers to @zork', []],
  ])('may hold what could be any word or number: %s', (content, ids) =>
    expect(of(content, [], ids)).toBe(null),
  );
});
