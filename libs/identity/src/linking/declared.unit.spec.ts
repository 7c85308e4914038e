import { describe, expect, it } from '@jest/globals';
import { declaredIn } from './declared.js';

describe('what somebody says of which account is theirs', () => {
  it.each([
    ["I'm neo on Telegram", 'telegram', 'neo'],
    ['hi all, im brack_en over on Discord!', 'discord', 'brack_en'],
    ['I am also known as @tilly.b on Matrix.', 'matrix', 'tilly.b'],
    ["I'm on Mastodon as wren_77", 'mastodon', 'wren_77'],
    ['On IRC I go by moss|away', 'irc', 'moss|away'],
    ['you can find me on Slack as oda-k', 'slack', 'oda-k'],
    ['ping me as oda-k on Slack', 'slack', 'oda-k'],
    ['My Discord handle is fennel#0042', 'discord', 'fennel#0042'],
    ['my telegram: fennel42', 'telegram', 'fennel42'],
    ['My username on Forum is ilse', 'forum', 'ilse'],
    ['I like rye and I go by rye_fan on Discord', 'discord', 'rye_fan'],
    ['I’m 张伟 on Telegram', 'telegram', '张伟'],
  ])('is heard in %j', (text, platform, handle) => expect(declaredIn(text)).toEqual([{ platform, handle }]));
  it.each([
    'Bob is neo on Telegram',
    "I'm not neo on Telegram",
    "I'm neo on Telegram?",
    "> I'm neo on Telegram",
    'Bob said I am neo on Telegram',
    'I am on Telegram',
    'my dog is Rex',
    'find Neo on Telegram',
    '',
  ])('is not heard in %j', (text) =>
    expect(declaredIn(text).filter(({ platform }) => platform === 'telegram')).toEqual([]),
  );
  it('is little of a long text, and quick', () => {
    const started = performance.now();
    expect(declaredIn("I'm a on Telegram, ".repeat(100_000))).toEqual([]);
    expect(declaredIn("i'm ".repeat(490))).toEqual([]);
    expect(
      declaredIn(Array.from({ length: 40 }, (_, at) => `I'm neo${String(at)} on Telegram`).join('\n')),
    ).toHaveLength(3);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
