import type { Sql } from '#database';
import type { Caller } from '#contracts';
import { event as build } from '#domain';
import type { EventLog } from '#event-log';
import type { LaneHits, LaneQuery } from '#memory-index';
import { decide, planContacts, planRead, type Plan, type ReadRequest, type Verdict } from '#policy';
import {
  contactsAmong,
  freshRows,
  informed,
  informedOfOne,
  mayHearReplacement,
  ofItsAgent,
  type FreshRow,
} from '#read-models';
import type { RankedRow } from '#retrieval';
import type { AnsweringOptions } from './asking.js';

/** A row that was read fresh and decided; the only way by which a memory reaches an answer. */
export interface Decided {
  readonly row: FreshRow;
  readonly verdict: Verdict;
}

/** A decided row with what it is put in order by. */
export interface Ranked extends RankedRow {
  readonly decided: Decided;
}

/** INVARIANT: every row that leaves this app went through here, as it is now, for this request. */
export const decideRows = async (
  sql: Sql,
  request: ReadRequest,
  ids: readonly string[],
  onDecided: AnsweringOptions['onDecided'],
): Promise<ReadonlyMap<string, Decided>> => {
  const rows = await freshRows(sql, request.tenantId, ids, request.asOf);
  const decided = new Map<string, Decided>();
  const listsReplaced = request.requestedStatus === 'superseded' && request.operation !== 'inspect';
  const mayList = listsReplaced ? await mayHearReplacement(sql, request, [...rows.values()]) : () => true;
  const facts = [...rows.values()].map((row) => row.facts);
  const listing = await informed(sql, request, facts);
  const asActive: ReadRequest = { ...listing, requestedStatus: 'active' };
  for (const [id, row] of rows) {
    const verdict = decide(mayList(row) ? listing : asActive, row.facts);
    onDecided(verdict.rule, verdict.decision);
    decided.set(id, { row, verdict });
  }
  return decided;
};

/** INVARIANT: as many statements for what is not there as for what is there and may not be told. */
export const decideOne = async (
  sql: Sql,
  request: ReadRequest,
  id: string,
  onDecided: AnsweringOptions['onDecided'],
): Promise<Decided | null> => {
  const row = (await freshRows(sql, request.tenantId, [id], request.asOf)).get(id) ?? null;
  const ofAgent = ofItsAgent(request, row?.facts ?? null);
  const asked = await informedOfOne(sql, ofAgent, row?.facts ?? null);
  if (row === null) return null;
  const verdict = decide(asked, row.facts);
  onDecided(verdict.rule, verdict.decision);
  return { row, verdict };
};

export const isAllowed = (decided: Decided | null | undefined): decided is Decided =>
  decided?.verdict.decision === 'allow';

/** What the index may hand over for this request. */
export const readable = async (
  options: Pick<AnsweringOptions, 'database' | 'index'>,
  request: ReadRequest,
): Promise<Plan> => {
  const travelling = planContacts(request);
  const subjects = travelling === 'nothing' ? [] : await options.index.subjects(travelling);
  const contacts = subjects.length === 0 ? [] : await contactsAmong(options.database, request, subjects);
  return planRead(contacts.length === 0 ? request : { ...request, contactsOfAll: contacts });
};

export interface PermittedHits {
  readonly lanes: readonly LaneHits[];
  readonly allowed: ReadonlyMap<string, Decided>;
  readonly decided: ReadonlyMap<string, Decided>;
  /** No further row passes any lane. */
  readonly isExhausted: boolean;
}

const mostRounds = 50;

/**
 * INVARIANT: the one place that calls the index. Asks again, further down, as long as the recheck left fewer than `wanted`
 * rows and the index has more: `wanted` results come back whenever that many permitted ones exist.
 */
export const findPermitted = async (
  options: Pick<AnsweringOptions, 'database' | 'index' | 'onDecided'>,
  request: ReadRequest,
  lanes: readonly LaneQuery[],
  wanted: number,
  isWanted: (decided: Decided) => boolean = () => true,
): Promise<PermittedHits> => {
  const hits = new Map<string, LaneHits>();
  const decided = new Map<string, Decided>();
  const allowed = new Map<string, Decided>();
  let open = lanes;
  let enough = 0;
  for (let round = 0; round < mostRounds && open.length > 0; round += 1) {
    const found = await options.index.search(open);
    const fresh = found.flatMap((lane) => lane.hits.map((hit) => hit.id)).filter((id) => !decided.has(id));
    for (const [id, item] of await decideRows(options.database, request, fresh, options.onDecided)) {
      decided.set(id, item);
      if (!isAllowed(item)) continue;
      allowed.set(id, item);
      if (isWanted(item)) enough += 1;
    }
    for (const lane of found) {
      const before = hits.get(lane.name);
      hits.set(lane.name, before ? { ...lane, hits: [...before.hits, ...lane.hits] } : lane);
    }
    if (enough >= wanted) break;
    open = open
      .filter((lane) => !found.find((item) => item.name === lane.name)?.exhausted)
      .map((lane) => ({ ...lane, offset: lane.offset + lane.limit }));
  }
  return {
    lanes: [...hits.values()],
    allowed,
    decided,
    isExhausted: [...hits.values()].every((lane) => lane.exhausted),
  };
};

/** An operator's look past the rules is an event like any other. */
export const auditInspection = async (
  log: EventLog,
  caller: Caller,
  operation: string,
  memoryIds: readonly string[],
  at: Date,
): Promise<void> => {
  const inspected = build(
    'MemoriesInspected',
    { keyId: caller.keyId, operation, memoryIds: [...memoryIds] },
    at,
  );
  await log.write(caller.tenantId, (writer) =>
    writer.append([{ stream: `audit-${caller.tenantId}`, events: [inspected] }], {
      actor: `key:${caller.keyId}`,
    }),
  );
};
