import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { runKith } from '../../apps/cli/src/testing/fake-platform.js';
import { eventOf, holding, nextMinute, posted, Serving } from './serving.js';

const digits = (count: number): string => '7391846205'.repeat(4).slice(0, count);
const letters = (count: number): string => 'Xq7Lm2Zr9TbKw4Vd8NcJ'.repeat(6).slice(0, count);
const hex = (count: number): string => '9f3ac81b7e02d465'.repeat(4).slice(0, count);

/** One of each kind, none of them real: what is said, and the part that must be found nowhere. */
const planted: Readonly<Record<string, readonly [said: string, secret: string]>> = Object.fromEntries(
  (
    [
      ['private-key', `-----BEGIN PRIVATE KEY-----\n${letters(60)}\n-----END PRIVATE KEY-----`, letters(60)],
      ['anthropic-key', `sk-ant-${letters(24)}A`],
      ['openai-key', `sk-${letters(23)}B`],
      ['openai-project-key', `sk-proj-${letters(32)}C`],
      ['stripe-key', `sk_live_${letters(21)}D`],
      ['github-token', `ghp_${letters(35)}E`],
      ['github-fine-token', `github_pat_${letters(30)}F`],
      ['gitlab-token', `glpat-${letters(19)}G`],
      ['aws-key-id', 'AKIAQ7LM2ZR9TBKW4VDH'],
      ['slack-token', `xoxb-${digits(12)}-${letters(20)}I`],
      ['slack-webhook', `hooks.slack.com/services/T0${digits(6)}/B0${digits(6)}/${letters(20)}J`],
      ['google-key', `AIza${letters(34)}K`],
      ['npm-token', `npm_${letters(35)}L`],
      ['pypi-token', `pypi-${letters(40)}M`],
      ['huggingface-token', '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'],
      ['sendgrid-key', `SG.${letters(22)}.${letters(30)}O`],
      ['twilio-key', `SK${hex(32)}`],
      ['digitalocean-token', `dop_v1_${hex(48)}`],
      ['telegram-token', `${digits(9)}:AA${letters(32)}P`],
      ['discord-token', `M${letters(24)}.${letters(6)}.${letters(30)}Q`],
      ['jwt', `eyJ${letters(16)}.eyJ${letters(20)}.${letters(24)}R`],
      ['bearer-token', `use bearer ${letters(28)}S`, `${letters(28)}S`],
      ['url-credentials', 'see https://admin:Tr0mbone-Tlx@db.example.org/main', 'Tr0mbone-Tlx'],
      ['password', 'my password is Zeppelin-42-Quark', 'Zeppelin-42-Quark'],
      ['password-with-a-colon', 'pw: Marzipan%88x', 'Marzipan%88x'],
      ['pin', 'the door code is 830417', '830417'],
      ['api-key', 'the access token is Vulcan77Harbour88Lime', 'Vulcan77Harbour88Lime'],
      [
        'seed-phrase',
        'seed phrase: orbit maple tunnel velvet cactus ribbon lantern walnut pepper glacier saddle cobalt',
        'maple tunnel velvet',
      ],
      ['card-number', 'card 4539 1488 0343 6467', '4539 1488 0343 6467'],
      ['social-security-number', 'my ssn is 219-09-9999', '219-09-9999'],
    ] as const
  ).map(([kind, said, secret]) => [kind, [said, secret ?? said]]),
);
/** Every fourth in `npm test`: what finds a kind is tried beside it (libs/safety), here what each door does with it. */
const all = Object.entries(planted).filter((_, index) => index % proofCases(1, 4) === 0);
const secrets = Object.values(planted).map(([, secret]) => secret);
const viewer = { platform: 'chat', platform_user_id: 'u-1' };

describe('a credential of any kind', () => {
  let folder = '';
  let serving: Serving;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-credentials-'));
    serving = await Serving.open({ KITH_DATA_DIR: join(folder, 'data') });
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const publish = async (events: readonly object[]) => {
    const told = await serving.call('POST', '/v1/events?wait=indexed&timeout_ms=60000', events);
    expect(told.status).toBe(200);
    return told.body.results as readonly { status: string; errors?: readonly { path: string }[] }[];
  };
  const asName = (said: string): string => said.slice(0, 256);

  it('is cut out of what was said, edited, and called', async () => {
    const results = await publish([
      posted('control', 'I like quince jam'),
      ...all.map(([kind, [said]]) => posted(`said-${kind}`, `here you go: ${said}`)),
      ...all.map(([kind]) => posted(`edited-${kind}`, 'soon')),
      ...all.map(([kind, [said]]) =>
        eventOf(`edit-${kind}`, 'message.edited', {
          message_id: `edited-${kind}`,
          text: `as promised ${said}`,
          edited_at: nextMinute(),
        }),
      ),
      ...all.map(([kind, [said]], index) =>
        posted(`named-${kind}`, 'hello', {
          author: {
            platform_user_id: `n-${String(index)}`,
            handle: asName(said),
            display_name: asName(said),
          },
          source: {
            type: 'group',
            external_id: `g-${String(index)}`,
            name: asName(said),
            parent: { type: 'workspace', external_id: `w-${String(index)}`, name: asName(said) },
          },
          mentions: [{ platform_user_id: `o-${String(index)}`, display_name: asName(said) }],
          participants: [{ platform_user_id: `p-${String(index)}`, display_name: asName(said) }],
        }),
      ),
      ...all.map(([kind, [said]], index) =>
        eventOf(`renamed-${kind}`, 'profile.changed', {
          account: { platform_user_id: `n-${String(index)}` },
          display_name: asName(said),
          at: nextMinute(),
        }),
      ),
    ]);
    expect(results.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }, 240_000);

  it('in an id makes that event be refused, by the name of the field', async () => {
    const [, secret = ''] = planted['github-token'] ?? [];
    const results = await publish([
      { ...posted('in-id', 'hi'), id: secret },
      { ...posted('in-source', 'hi'), source: 'https://me:Tr0mbone-Tlx@example.org' },
      posted('in-message-id', 'hi', { message_id: secret }),
      posted('good', 'hi'),
    ]);
    expect(results.map(({ status, errors }) => [status, errors?.[0]?.path])).toEqual([
      ['rejected', 'id'],
      ['rejected', 'source'],
      ['rejected', 'data.message_id'],
      ['accepted', undefined],
    ]);
  }, 120_000);

  it('is refused in whatever is to be remembered, by the name of the field', async () => {
    const remember = async (more: object) => {
      const { status, body } = await serving.call('POST', '/v1/memories', {
        agent_id: 'helper',
        viewer,
        content: 'Likes tea',
        ...more,
      });
      return { status, type: body.type as string, path: body.errors?.[0]?.path as string };
    };
    const refusedAt = (path: string) => ({ status: 422, type: 'urn:kith:problem:credential-refused', path });
    for (const [, [said]] of all) {
      expect(await remember({ content: said })).toEqual(refusedAt('content'));
      expect(await remember({ content: said, infer: true })).toEqual(refusedAt('content'));
      expect(await remember({ metadata: { note: said } })).toEqual(refusedAt('metadata.note'));
      expect(await remember({ viewer: { ...viewer, display_name: asName(said) } })).toEqual(
        refusedAt('viewer.display_name'),
      );
    }
    for (const lone of ['sk-test-12ab', '  sk-9f3ac81b\n', 'api_key-77aa88', 'first line\nsk-9f3ac81b'])
      expect(await remember({ content: lone })).toEqual(refusedAt('content'));
    expect(await remember({ metadata: { password: 'Zeppelin-42-Quark' } })).toEqual(
      refusedAt('metadata.password'),
    );
    expect(await remember({ metadata: { deep: [{ pin: 830417 }] } })).toEqual(
      refusedAt('metadata.deep.0.pin'),
    );
    expect(await remember({ metadata: { [planted['github-token']?.[1] ?? '']: 1 } })).toEqual(
      refusedAt('metadata.?'),
    );
  }, 120_000);

  it('is refused in a correction', async () => {
    const made = await serving.call('POST', '/v1/memories', {
      agent_id: 'helper',
      viewer,
      content: 'Likes tea',
    });
    const { id } = made.body.results[0] as { id: string };
    for (const [, [said]] of all)
      for (const patch of [{ content: said }, { metadata: { note: said } }])
        expect((await serving.call('PATCH', `/v1/memories/${id}`, patch)).body).toMatchObject({
          status: 422,
          type: 'urn:kith:problem:credential-refused',
        });
  }, 120_000);

  it('in a question, a name of a key, a header or a field that does not exist is not kept', async () => {
    for (const [, [said]] of all) {
      const question = { agent_id: 'helper', viewer, query: `what opens ${said}?` };
      expect((await serving.call('POST', '/v1/recall', question)).status).toBe(200);
      expect((await serving.call('POST', '/v1/memories/search', question)).status).toBe(200);
      const refused = await serving.call('POST', '/v1/keys', {
        name: asName(said).slice(0, 128),
        roles: ['client'],
      });
      expect(refused.status).toBe(422);
      await serving.call('POST', '/v1/recall', { ...question, [said]: 1 });
      await serving.call('GET', `/v1/memories?${encodeURIComponent(said)}=1`);
      await serving.call('GET', `/${encodeURIComponent(said)}`);
    }
    const asHeader = all.flatMap(([, [said, secret]]) =>
      said === secret && /^[\w.:/-]+$/u.test(said) ? [said] : [],
    );
    for (const said of asHeader)
      await serving.call('GET', '/healthz', undefined, { 'x-request-id': said, 'x-correlation-id': said });
  }, 120_000);

  it('is cut out of what the importers bring', async () => {
    const lines = join(folder, 'events.jsonl');
    await writeFile(
      lines,
      all.map(([kind, [said]]) => JSON.stringify(posted(`line-${kind}`, `note to self: ${said}`))).join('\n'),
    );
    const log = join(folder, '2024-03-09.log');
    await writeFile(
      log,
      all.map(([, [said]]) => `[10:00] <juniper> ${said.replaceAll('\n', ' ')}`).join('\n'),
    );
    const environment = { KITH_PORT: serving.port, KITH_OPERATOR_KEY: serving.platform.operatorKey };
    for (const args of [
      ['import', 'jsonl', lines],
      ['import', 'irc', log, '--verbose'],
    ]) {
      const { code, out, err } = await runKith(args, environment);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      serving.answers.push(out, err);
    }
  }, 240_000);

  it('is then in no answer, no list, no log line, no metric and no byte of the data directory', async () => {
    const query = 'agent_id=helper&limit=200';
    for (const path of ['/metrics', '/v1/stats', `/v1/memories?${query}`, '/v1/users?limit=200', '/v1/keys'])
      await serving.call('GET', path);
    const asked = { agent_id: 'helper', viewer, query: 'quince jam', top_k: 200, include_messages: true };
    const { text } = await serving.call('POST', '/v1/recall', asked);
    expect(text).toContain('quince jam');
    await serving.platform.stop();
    const said = [...serving.answers, ...serving.logged].join('\n');
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    // That what is no secret is found shows that the search would find what is.
    expect(await holding(join(folder, 'data'), ['quince jam'])).not.toEqual([]);
    expect(await holding(join(folder, 'data'), secrets)).toEqual([]);
  }, 120_000);
});
