import type { FieldError } from '#domain';
import type { Caller } from './keys.js';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const otherPlatform = (path: string): FieldError => ({ path, message: 'is not the platform of this key' });
const byId = (path: string): FieldError => ({
  path,
  message: 'is an id: a key of one platform names people and places as its platform does',
});

/** A place with what it lies in, or an account: each may name a platform of its own. */
const namedErrors = (platform: string, value: unknown, path: string): readonly FieldError[] => {
  if (!isRecord(value)) return [];
  const ids = ['entity_id', 'user_id', 'source_id'].filter((name) => value[name] !== undefined);
  return [
    ...ids.map((name) => byId(`${path}.${name}`)),
    ...(typeof value['platform'] === 'string' && value['platform'] !== platform
      ? [otherPlatform(`${path}.platform`)]
      : []),
    ...namedErrors(platform, value['parent'], `${path}.parent`),
  ];
};

const platformNames = ['platform', 'viewer_platform', 'viewer_source_platform'];
const idNames = ['viewer_id', 'viewer_source_id'];

const platformErrors = (platform: string, fields: Fields, namesUserById: boolean): readonly FieldError[] => [
  ...platformNames.flatMap((name) =>
    fields[name] === undefined || fields[name] === platform ? [] : [otherPlatform(name)],
  ),
  ...[...idNames, ...(namesUserById ? ['user_id'] : [])].flatMap((name) =>
    fields[name] === undefined ? [] : [byId(name)],
  ),
  ...['viewer', 'source'].flatMap((name) => namedErrors(platform, fields[name], name)),
];

const agentErrors = (agent: string, { agent_id: named }: Fields): readonly FieldError[] =>
  named === undefined || named === agent
    ? []
    : [{ path: 'agent_id', message: 'is not the agent of this key' }];

/** The agent of a key that has one, where nobody is named and one may be. */
export const withOwnAgent = ({ agent }: Caller, given: unknown, mayNameAgent: boolean): unknown =>
  agent === undefined || !mayNameAgent || !isRecord(given) || given['agent_id'] !== undefined
    ? given
    : { ...given, agent_id: agent };

/**
 * What a request asks beyond the agent or the platform that its key is for.
 * INVARIANT: a key of one platform speaks for its platform's accounts in its platform's places: an id would name those of
 * another one. Whom a question is about, and who else reads, may be anybody: the policy decides about that.
 */
export const confinementErrors = (
  { agent, platform }: Caller,
  parts: readonly unknown[],
  namesUserById: boolean,
): readonly FieldError[] =>
  parts
    .filter(isRecord)
    .flatMap((fields) => [
      ...(agent === undefined ? [] : agentErrors(agent, fields)),
      ...(platform === undefined ? [] : platformErrors(platform, fields, namesUserById)),
    ]);

/**
 * The same of an event.
 * INVARIANT: of every account and place in it, whatever the field is called: a kind of event to come is held to it too.
 */
export const eventConfinementErrors = (
  { agent, platform }: Pick<Caller, 'agent' | 'platform'>,
  data: object,
): readonly FieldError[] => {
  const fields = data as Fields;
  const errors = agent === undefined ? [] : agentErrors(agent, fields);
  if (platform === undefined) return errors.map(inData);
  const named = Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
    Array.isArray(value)
      ? value.map((item: unknown, at) => [`${name}.${String(at)}`, item] as const)
      : [[name, value]],
  );
  return [
    ...errors,
    ...(fields['platform'] === platform ? [] : [otherPlatform('platform')]),
    ...named.flatMap(([path, value]) => namedErrors(platform, value, path)),
  ].map(inData);
};

const inData = ({ path, message }: FieldError): FieldError => ({ path: `data.${path}`, message });
