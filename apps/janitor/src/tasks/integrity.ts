import { evolveLink, linkEventTypes, type LinkEvent, type LinkState } from '#domain';
import type { RecordedEvent } from '#event-log';
import {
  driftsOfMemories,
  evidenceWithoutMessage,
  indexableAmong,
  linkStandings,
  memoryIdsBehind,
  sourcesMissing,
  type Unsupported,
} from '#read-models';
import { pageSize, firstId, type Run, type Task, type TaskParts } from '../task.js';
import { reconcile } from './reconcile.js';

const streamOf = (memoryId: string): string => `memory-${memoryId}`;

/** Of these memories, what is not as the log says; read twice, for one may have changed in between. */
const driftsOf = async ({ database, log }: TaskParts, { tenantId }: Run, ids: readonly string[]) => {
  const look = async (some: readonly string[]) =>
    driftsOfMemories(database, some, await log.readStreams(tenantId, some.map(streamOf)));
  const first = await look(ids);
  return first.size === 0 ? first : look([...first.keys()]);
};

/** Has these rows made anew, and brought into the index as they are then. */
const mendMemories = async (parts: TaskParts, run: Run, ids: readonly string[]): Promise<void> => {
  const { database, index, commands } = parts;
  const { tenantId, runId } = run;
  await commands.reproject({ tenantId, runId, of: 'memories', ids });
  const rows = await indexableAmong(database, tenantId, ids);
  const indexed = await index.positions(ids);
  await commands.index(
    tenantId,
    ids.flatMap((id) => {
      const position = rows.get(id)?.position ?? indexed.get(id);
      return position === undefined ? [] : [{ what: 'memory' as const, id, position }];
    }),
  );
};

const checkMemories = async (parts: TaskParts, run: Run, ids: readonly string[]): Promise<void> => {
  const drifts = await driftsOf(parts, run, ids);
  for (const [id, kinds] of drifts) for (const kind of kinds) run.tally.found(`memory-${kind}`, [id]);
  if (drifts.size > 0 && !run.isDryRun) {
    await mendMemories(parts, run, [...drifts.keys()]);
    const left = await driftsOf(parts, run, [...drifts.keys()]);
    for (const [id, kinds] of drifts)
      for (const kind of kinds) if (!left.has(id)) run.tally.changed(`memory-${kind}`, 1);
  }
  await run.breathe();
};

/** Rows against the log: those that have a row, and those that the log knows. */
const sweepMemories = async (parts: TaskParts, run: Run): Promise<void> => {
  const { database, log } = parts;
  let id: string | null = firstId;
  while (id !== null) {
    const ids: readonly string[] = await memoryIdsBehind(database, run.tenantId, id, pageSize);
    id = ids.at(-1) ?? null;
    if (ids.length > 0) await checkMemories(parts, run, ids);
  }
  let stream: string | null = '';
  while (stream !== null) {
    const streams: readonly string[] = await log.streamsBehind(run.tenantId, 'memory-', stream, pageSize);
    stream = streams.at(-1) ?? null;
    const ids = streams.map((one) => one.slice('memory-'.length));
    const there = await indexableAmong(database, run.tenantId, ids);
    const absent = ids.filter((one) => !there.has(one));
    if (absent.length > 0) await checkMemories(parts, run, absent);
  }
};

const checkSources = async (parts: TaskParts, run: Run): Promise<void> => {
  const { database, commands } = parts;
  const { tenantId, runId, tally, isDryRun } = run;
  const missing = await sourcesMissing(database, tenantId, pageSize);
  tally.found('source-missing', missing);
  if (missing.length === 0 || isDryRun) return;
  await commands.reproject({ tenantId, runId, of: 'sources', ids: missing });
  const left = await sourcesMissing(database, tenantId, pageSize);
  tally.changed('source-missing', missing.filter((id) => !left.includes(id)).length);
};

const messageStream = ({ sourceId, recordId }: Unsupported): string =>
  `message-${sourceId ?? ''}+${recordId}`;

/** A message that the log holds is made anew; what a message said that is in no log supports nothing. */
const mendEvidence = async (parts: TaskParts, run: Run, page: readonly Unsupported[]): Promise<void> => {
  const { log, commands } = parts;
  const { tenantId, runId, tally } = run;
  const events = await log.readStreams(tenantId, page.map(messageStream));
  const recorded = new Set(
    events.filter(({ type }) => type === 'MessageRecorded').map(({ stream }) => stream),
  );
  const lost = page.filter((one) => recorded.has(messageStream(one)));
  const ids = [...new Set(lost.map(messageStream))];
  await commands.reproject({ tenantId, runId, of: 'messages', ids });
  const unheard = page.filter((one) => !recorded.has(messageStream(one)));
  const withdrawn =
    unheard.length === 0 ? 0 : await commands.withdrawEvidence({ tenantId, runId, evidence: unheard });
  tally.changed('evidence-without-message', lost.length + withdrawn);
};

const checkEvidence = async (parts: TaskParts, run: Run): Promise<void> => {
  let after: Pick<Unsupported, 'memoryId' | 'recordId'> | null = { memoryId: firstId, recordId: firstId };
  while (after !== null) {
    const page: readonly Unsupported[] = await evidenceWithoutMessage(
      parts.database,
      run.tenantId,
      after,
      pageSize,
    );
    after = page.at(-1) ?? null;
    run.tally.found(
      'evidence-without-message',
      page.map(({ memoryId }) => memoryId),
    );
    if (page.length > 0 && !run.isDryRun) await mendEvidence(parts, run, page);
    await run.breathe();
  }
};

const isOfLinks = (event: RecordedEvent): event is RecordedEvent<LinkEvent> =>
  (linkEventTypes as readonly string[]).includes(event.type);

/** Links that do not stand as what was decided about them says. */
const linksAdrift = async ({ database, log }: TaskParts, tenantId: string): Promise<readonly string[]> => {
  const streams: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; after = streams.at(-1)) {
    const page = await log.streamsBehind(tenantId, 'link-', after, pageSize);
    if (page.length === 0) break;
    streams.push(...page);
  }
  const expected = new Map<string, LinkState | null>();
  for (const event of (await log.readStreams(tenantId, streams)).filter(isOfLinks))
    expected.set(event.data.linkId, evolveLink(expected.get(event.data.linkId) ?? null, event));
  const held = new Map(
    (await linkStandings(database, tenantId)).map(({ linkId, status }) => [linkId, status]),
  );
  return [...new Set([...expected.keys(), ...held.keys()])].filter(
    (linkId) => expected.get(linkId)?.status !== held.get(linkId),
  );
};

const checkLinks = async (parts: TaskParts, run: Run): Promise<void> => {
  const { tenantId, runId, tally, isDryRun } = run;
  const adrift = await linksAdrift(parts, tenantId);
  tally.found('link-standing', adrift);
  if (adrift.length === 0 || isDryRun) return;
  await parts.commands.reproject({ tenantId, runId, of: 'links', ids: adrift });
  const left = await linksAdrift(parts, tenantId);
  tally.changed('link-standing', adrift.filter((id) => !left.includes(id)).length);
};

/** Holds the rows against the log, what they rest on against what is there, and the index against the rows. */
export const integrity: Task = async (parts, run) => {
  await checkSources(parts, run);
  await checkLinks(parts, run);
  await sweepMemories(parts, run);
  await checkEvidence(parts, run);
  await reconcile(parts, run);
};
