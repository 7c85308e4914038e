import type { Command } from 'commander';
import type { MemoryView, Page } from '#contracts';
import type { Api } from '../api.js';
import type { Context, Globals } from '../context.js';
import { CommandError, usageError } from '../failure.js';
import { resolvePerson, type PersonRef } from '../people.js';
import { resolvePlace, type PlaceArgument } from '../places.js';

export const withGlobals = (command: Command): Command =>
  command
    .option('--json', 'print JSON, as the API answers it')
    .option(
      '--url <url>',
      'the platform to talk to (default: the one on KITH_PORT, else one of its own on KITH_DATA_DIR)',
    )
    .option('--key <key>', 'the key to use (default: KITH_OPERATOR_KEY, else the one in the data directory)');

export interface ViewerFlags {
  readonly as?: string;
  readonly in?: string;
  readonly private?: boolean;
  readonly agent?: string;
}

export const withViewer = (command: Command): Command =>
  command
    .option('--as <person>', 'who asks: platform:user-id, or a name that is unique here')
    .option('--in <place>', 'where the answer is read: platform:type:id, or a name such as "#general"')
    .option('--private', 'alone with the agent (the default without --in)')
    .option('--agent <handle>', 'the agent that remembers (without it: default; without --as, every agent)');

export interface ViewerAndPlace {
  readonly viewer: PersonRef | null;
  readonly place: PlaceArgument | null;
}

export const viewerAndPlaceOf = async (api: Api, flags: ViewerFlags): Promise<ViewerAndPlace> => {
  if (flags.in !== undefined && flags.private === true)
    throw usageError('--in and --private exclude each other.');
  if (flags.as === undefined) {
    if (flags.in !== undefined || flags.private === true)
      throw usageError('--in and --private say where --as asks; give --as too.');
    return { viewer: null, place: null };
  }
  const viewer = await resolvePerson(api, '--as', flags.as);
  return { viewer, place: flags.in === undefined ? null : await resolvePlace(api, flags.in) };
};

/** Said where nothing was found and nobody named the agent: who remembers, where it is not the default. */
export const agentHint = async (api: Api, flags: ViewerFlags): Promise<string | null> => {
  if (flags.agent !== undefined) return null;
  const holds = async (agent: string | undefined): Promise<boolean> => {
    const { results } = await api.get<Page<MemoryView>>('/v1/memories', { agent_id: agent, limit: 1 });
    return results.length > 0;
  };
  try {
    return !(await holds('default')) && (await holds(undefined)) ? otherAgents : null;
  } catch (thrown) {
    // A key that may only look as somebody sees no other agent's memories: then there is nothing to say.
    if (thrown instanceof CommandError) return null;
    throw thrown;
  }
};

export const otherAgents =
  'Asked of the agent default; other agents remember here: name one by --agent <handle>.';

export const viewerOf = (asking: ViewerAndPlace): PersonRef => {
  if (!asking.viewer) throw usageError('--as is required: who asks?');
  return asking.viewer;
};

/** Who asks and where, as the query parameters of the contract. */
export const viewerQuery = (
  { viewer, place }: ViewerAndPlace,
  agent: string | undefined,
): Readonly<Record<string, string | undefined>> => ({
  agent_id: agent,
  ...(viewer && 'entity_id' in viewer ? { viewer_id: viewer.entity_id } : {}),
  ...(viewer && 'platform' in viewer
    ? { viewer_platform: viewer.platform, viewer_platform_user_id: viewer.platform_user_id }
    : {}),
  ...(place && 'source_id' in place ? { viewer_source_id: place.source_id } : {}),
  ...(place && 'platform' in place
    ? {
        viewer_source_platform: place.platform,
        viewer_source_type: place.type,
        viewer_source_external_id: place.external_id,
      }
    : {}),
});

/** A whole number in a range, or a sentence that names the flag. */
export const wholeNumber = (flag: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw usageError(`${flag} wants a whole number from ${min} to ${max}, not ${text}.`);
  return value;
};

export const oneOf = <T extends string>(flag: string, text: string, words: readonly T[]): T => {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw usageError(`${flag} wants one of ${words.join(', ')}, not ${text}.`);
  return word;
};

export const printJson = (context: Context, value: unknown): void => {
  context.terminal.out(JSON.stringify(value, null, context.terminal.isTty ? 2 : undefined));
};

export type { Context, Globals };
