import {
  answered,
  failed,
  type Answer,
  type Caller,
  type PatchMemory,
  type ViewerParams,
  isOperator,
} from '#contracts';
import {
  event as build,
  labelOfSensitivity,
  sensitivityOfLabel,
  type FieldError,
  type KithEventOf,
  type MemoryEvent,
  type Sensitivity,
} from '#domain';
import type { StatementTraits } from '#extraction';
import { topicsOf, type FreshRow } from '#read-models';
import { credentialIn } from '#safety';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import { settleTopics } from '../settle-topics/settle-topics.js';
import { copyIdsOf, find, type FoundMemory } from './changing.js';
import type { CommandOptions } from '../command-options.js';
import { forget } from './forget.js';

import { rewordingProblem } from './wording.js';

/** Whose words they are. A subject or an owner may narrow and forget what another said, and leaves its words to them. */
const isSpeaker = ({ row, request }: FoundMemory): boolean =>
  row.facts.speakerId !== null && (request.viewer?.cluster ?? []).includes(row.facts.speakerId);

const rewordingErrors = (patch: PatchMemory, found: FoundMemory): readonly FieldError[] =>
  isSpeaker(found)
    ? []
    : (['content', 'metadata'] as const)
        .filter((field) => patch[field] !== undefined)
        .map((path) => ({ path, message: 'only its speaker or an operator may change it' }));

/** As delicate as somebody says, and where nobody does, at least as the new words are. */
const sensitivityAfter = (
  caller: Caller,
  patch: PatchMemory,
  before: Sensitivity,
  ofWords: Sensitivity | null,
): Sensitivity => {
  if (patch.sensitivity && isOperator(caller)) return sensitivityOfLabel[patch.sensitivity];
  const given = patch.sensitivity ? sensitivityOfLabel[patch.sensitivity] : before;
  return Math.max(given, ofWords ?? 0) as Sensitivity;
};

const patchErrors = (
  caller: Caller,
  patch: PatchMemory,
  found: FoundMemory,
  sensitivity: Sensitivity,
): readonly FieldError[] => {
  const { facts } = found.row;
  const scope = patch.visibility_scope ?? facts.scope;
  const isForAll = scope === 'global_shared' || scope === 'system';
  const errors: FieldError[] = [];
  if (isForAll && sensitivity > 0)
    errors.push({ path: 'sensitivity', message: `must be public for ${scope}` });
  if (isOperator(caller)) return errors;
  errors.push(...rewordingErrors(patch, found));
  if (
    patch.visibility_scope &&
    patch.visibility_scope !== facts.scope &&
    patch.visibility_scope !== 'private_subject'
  )
    errors.push({ path: 'visibility_scope', message: 'only an operator may widen it' });
  if (patch.sensitivity && sensitivityOfLabel[patch.sensitivity] < facts.sensitivity)
    errors.push({ path: 'sensitivity', message: 'only an operator may lower it' });
  if (patch.disclosure === 'public' && facts.disclosure !== 'public')
    errors.push({ path: 'disclosure', message: 'only an operator may widen it' });
  if (patch.portable === true && !facts.portable)
    errors.push({ path: 'portable', message: 'only an operator may widen it' });
  return errors;
};

type Corrected = Omit<KithEventOf<'MemoryCorrected'>['data'], 'memoryId' | 'by'>;
type ReachChanged = Omit<KithEventOf<'MemoryReachChanged'>['data'], 'memoryId' | 'by'>;

/** What it says, which copies of it say too. */
const senseOf = (patch: PatchMemory, traits: StatementTraits | null): Corrected => ({
  ...(patch.content === undefined
    ? {}
    : { content: patch.content, topic: traits?.topic ?? null, value: traits?.value ?? null }),
  ...(patch.memory_type === undefined ? {} : { memoryType: patch.memory_type }),
  ...(patch.importance === undefined ? {} : { importance: patch.importance }),
  ...(patch.expires_at === undefined ? {} : { expiresAt: patch.expires_at }),
});

/** How far it reaches. */
const reachOf = (patch: PatchMemory, row: FreshRow, sensitivity: Sensitivity): ReachChanged => {
  const isAsGiven = patch.sensitivity && sensitivityOfLabel[patch.sensitivity] === sensitivity;
  const sensitivityLabel = isAsGiven
    ? (patch.sensitivity ?? labelOfSensitivity[sensitivity])
    : labelOfSensitivity[sensitivity];
  return {
    ...(patch.visibility_scope === undefined ? {} : { scope: patch.visibility_scope }),
    ...(patch.sensitivity || sensitivity !== row.facts.sensitivity
      ? { rank: sensitivity, sensitivityLabel }
      : {}),
    ...(patch.portable === undefined ? {} : { portable: patch.portable }),
    ...(patch.disclosure === undefined ? {} : { disclosure: patch.disclosure }),
  };
};

const isEmpty = (fields: Corrected | ReachChanged): boolean => Object.keys(fields).length === 0;

const isNarrowed = (patch: PatchMemory, row: FreshRow, sensitivity: Sensitivity): boolean =>
  patch.disclosure === 'conversation_private' ||
  patch.visibility_scope === 'system' ||
  patch.portable === false ||
  sensitivity > row.facts.sensitivity;

export const patchMemory = (
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
  patch: PatchMemory,
): Promise<Answer<{ id: string }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const credential = credentialIn({ content: patch.content, metadata: patch.metadata });
    if (credential)
      return failed('credential-refused', 'it holds a credential and was not stored', [credential]);
    const found = await find(writer, options, caller, memoryId, viewer, 'write');
    if (!found.ok) return found;
    const traits = patch.content === undefined ? null : options.extractor.traitsOf(patch.content);
    const sensitivity = sensitivityAfter(
      caller,
      patch,
      found.value.row.facts.sensitivity as Sensitivity,
      traits?.sensitivity ?? null,
    );
    const errors = patchErrors(caller, patch, found.value, sensitivity);
    if (errors.length > 0) return failed('invalid', 'the change is not possible', errors);
    const badlyWorded = await rewordingProblem(writer.sql, patch, found.value.row.facts.speakerId);
    if (badlyWorded) return badlyWorded;
    const at = options.now();
    const before = await topicsOf(writer.sql, [memoryId]);
    const { row, request } = found.value;
    const by = request.viewer?.cluster[0] ?? null;
    const sense = senseOf(patch, traits);
    // Whom it was told by leave of its speaker hears it as it reads now, and no longer once its reach is narrowed.
    const copyIds = await copyIdsOf(writer, caller.tenantId, [row]);
    const endsCopies = isNarrowed(patch, row, sensitivity);
    if (endsCopies && copyIds.length > 0) await forget(writer, options, caller, copyIds, by);
    const reach = reachOf(patch, row, sensitivity);
    const own = { ...sense, ...(patch.metadata === undefined ? {} : { metadata: patch.metadata }) };
    const correct = (id: string, fields: Corrected): MemoryEvent =>
      build('MemoryCorrected', { memoryId: id, by, ...fields }, at);
    const changes = [
      ...(isEmpty(own) && !isEmpty(reach) ? [] : [correct(memoryId, own)]),
      ...(isEmpty(reach) ? [] : [build('MemoryReachChanged', { memoryId, by, ...reach }, at)]),
      ...(endsCopies || isEmpty(sense) ? [] : copyIds.map((id) => correct(id, sense))),
    ];
    await writer.append(memoryAppends(changes), { actor: `key:${caller.keyId}` });
    const touched = [...before, ...(await topicsOf(writer.sql, [memoryId]))];
    await settleTopics(writer, { tenantId: caller.tenantId, knobs: options.knobs }, touched, at);
    return answered({ id: memoryId });
  });
