import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenOf, verifying } from './support/tokens.js';
import { World } from './support/world.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** What makes things comes before what asks for them, and what takes them away is last. */
const order = ['post', 'get', 'patch', 'delete'];
const rankOf = ({ method, path }: Listed): number =>
  path === '/v1/events' ? -2 : path === '/v1/memories' && method === 'post' ? -1 : order.indexOf(method);

const flat = (value: unknown, name: string): readonly (readonly [string, string])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, inner]) => [key, String(inner)] as const)
    : [[name, String(value)]];

const urlOf = (path: string, parameters: readonly Parameter[]): string => {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place, required, example } of parameters) {
    if (example === undefined) {
      if (required) throw new Error(`${path}: ${name} is required and has no example`);
    } else
      for (const [key, value] of flat(example, name))
        if (place === 'path') url = url.replace(`{${key}}`, encodeURIComponent(value));
        else query.append(key, value);
  }
  return query.size === 0 ? url : `${url}?${query.toString()}`;
};

/** Ids that stand in the document for what only a platform makes. */
const made = '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e0';
const kinds = { memory: 1, entity: 2, grant: 3, key: 4, secret: 5, link: 6, alias: 9 } as const;

describe('the examples of the OpenAPI document', () => {
  let world: World;
  const ids = new Map<string, string>();
  let token = '';
  let code = '';
  beforeAll(async () => {
    world = await World.open(verifying);
    token = await tokenOf('auth0|mara');
  }, 120_000);
  afterAll(() => world.close());

  const real = (text: string): string =>
    Object.entries(kinds).reduce(
      (all, [kind, number]) => {
        const id = ids.get(kind);
        return id === undefined ? all : all.replaceAll(`${made}${String(number)}`, id);
      },
      text.replaceAll('<token>', token).replaceAll('<code>', code),
    );

  const send = async (method: string, url: string, body?: unknown) => {
    const reply = await fetch(world.platform.url + real(url), {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${world.platform.operatorKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: real(JSON.stringify(body)) }),
    });
    return { status: reply.status, text: await reply.text() };
  };

  const note = async (operationId: string, text: string): Promise<void> => {
    const answer = (): Readonly<Record<string, unknown>> =>
      JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (operationId === 'postV1Grants') ids.set('grant', String(answer()['id']));
    if (operationId === 'postV1Links') ids.set('link', String(answer()['id']));
    if (operationId === 'postV1IdentityLinkCodes') code = String(answer()['code']);
    if (operationId === 'postV1EntitiesIdAliases') ids.set('alias', String(answer()['id']));
    if (operationId === 'postV1Keys') ids.set('key', String(answer()['id']));
    if (operationId !== 'postV1Memories' || ids.has('memory')) return;
    ids.set('memory', (answer()['results'] as readonly { readonly id: string }[])[0]?.id ?? '');
    const scope = await send('GET', '/v1/scope?platform=discord&platform_user_id=222');
    ids.set('entity', (JSON.parse(scope.text) as { user_id: string }).user_id);
    const viewer = { platform: 'discord', platform_user_id: '222' };
    const secret = await send('POST', '/v1/memories', { viewer, content: 'Sings', sensitivity: 'secret' });
    ids.set('secret', (JSON.parse(secret.text) as { results: { id: string }[] }).results[0]?.id ?? '');
  };

  it('are each answered with a success that the document promises', async () => {
    const document = JSON.parse((await send('GET', '/docs-json')).text) as Document;
    const listed = Object.entries(document.paths)
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]): Listed => ({ method, path, operation })),
      )
      .sort((a, b) => rankOf(a) - rankOf(b));
    const wrong: string[] = [];
    // Nothing is parked on a platform that is well, who proposed may not approve, and only a trial erases.
    for (const { method, path, operation } of listed.filter(
      ({ path: of }) =>
        !of.startsWith('/v1/parked/') && !of.endsWith('/approve') && of !== '/v1/erasures/{id}',
    )) {
      const examples = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
      if (operation.requestBody && examples.length === 0) wrong.push(`${method} ${path} has no example`);
      for (const body of operation.requestBody ? examples.map(({ value }) => value) : [undefined]) {
        const { status, text } = await send(method, urlOf(path, operation.parameters), body);
        const promised = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
        if (promised.includes(String(status))) await note(operation.operationId, text);
        else wrong.push(`${method} ${path} ${JSON.stringify(body)}: ${String(status)} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
