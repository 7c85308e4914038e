import type { Database } from '#database';
import { isReadAsTalk } from '#domain';
import {
  compared,
  type Compared,
  type FactExtractor,
  type FactProposer,
  type GivenMessage,
  type Proposal,
} from '#extraction';
import { latestTalk, type MessageRow } from '#read-models';
import { loadInContext, type MessageInContext } from '../message-context/message-context.js';
import { windowMessageOf } from '../message-context/windows.js';

export interface Comparing {
  readonly database: Database;
  readonly extractor: FactExtractor;
  readonly proposer: FactProposer;
  readonly threshold: number;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export interface ComparedMessage {
  readonly given: GivenMessage;
  readonly placeName: string | null;
  readonly compared: Compared;
}

const segmentSize = 20;

/** As many of one place as are asked about at once. */
const segmentsOf = (rows: readonly MessageRow[]): readonly (readonly MessageRow[])[] => {
  const segments: MessageRow[][] = [];
  for (const row of rows) {
    const last = segments.at(-1);
    if (last && last.length < segmentSize && last[0]?.source_id === row.source_id) last.push(row);
    else segments.push([row]);
  }
  return segments;
};

const compareSegment = async (
  { extractor, proposer, threshold, signal }: Comparing,
  loaded: readonly MessageInContext[],
): Promise<readonly ComparedMessage[]> => {
  const given = loaded.map(({ row, context }) => ({ message: windowMessageOf(row), context }));
  const readings = await extractor.extract(given, signal);
  const proposals = await proposer.propose(given, signal);
  const of = ({ message }: GivenMessage): readonly Proposal[] =>
    proposals.filter(({ recordId }) => recordId === message.recordId);
  return given.flatMap((one, at) => {
    const reading = readings[at];
    const placeName = loaded[at]?.place.name ?? null;
    return reading ? [{ given: one, placeName, compared: compared(one, reading, of(one), threshold) }] : [];
  });
};

/** What people said last, read by the rules and proposed of, side by side. Nothing of it is kept. */
export const compareReadings = async (
  comparing: Comparing,
  tenantId: string,
  count: number,
): Promise<readonly ComparedMessage[]> => {
  const { database, now } = comparing;
  const talk = (await latestTalk(database, tenantId, count)).filter(
    ({ text }) => text !== null && isReadAsTalk(text),
  );
  const all: ComparedMessage[] = [];
  for (const segment of segmentsOf(talk)) {
    const loaded = await loadInContext(database, tenantId, segment, now());
    all.push(...(await compareSegment(comparing, loaded)));
  }
  return all;
};
