import type { LaneName, RecallRequest, Trust } from '#domain';
import type { ReadRequest } from '#policy';
import {
  bundledCalibration,
  coverageOf,
  fuse,
  onlyAsks,
  repeatsLast,
  scoreOf,
  trustWeight,
  type Fused,
  type LaneResult,
  type Nearness,
  type PeopleAskedAbout,
  type RankedRow,
  type Told,
  wantsQuestions,
} from '#retrieval';
import type { Decided, Found } from './permitted.js';

export const queryOf = (request: RecallRequest): string => (request.query ?? '').trim();

export interface Ranked extends RankedRow {
  readonly decided: Decided;
}

const nearnessOf = (decided: Decided, request: ReadRequest, askedIds: readonly string[]): Nearness => {
  const { subjectIds, speakerId, source } = decided.row.facts;
  // What one wrote oneself is no more of an answer for that.
  const near = decided.row.kind === 'message' ? askedIds : [...(request.viewer?.cluster ?? []), ...askedIds];
  if ([...subjectIds, speakerId].some((id) => id !== null && near.includes(id))) return 'near';
  return source !== null && source.sourceId === request.place?.sourceId ? 'here' : 'far';
};

/**
 * "My project" asks for what is the viewer's own. What is only about others is no answer to it, however alike it sounds;
 * "what do you know about me?" asks for all there is, and shows others' under their names. A message does not say whom
 * it is about: what a colleague wrote may well be about the viewer.
 */
const isOthers = (decided: Decided, request: ReadRequest): boolean => {
  const { subjectIds, speakerId, ownerId } = decided.row.facts;
  const own = request.viewer?.cluster ?? [];
  return (
    decided.row.kind === 'fact' &&
    subjectIds.length > 0 &&
    ![...subjectIds, speakerId, ownerId].some((id) => id !== null && own.includes(id))
  );
};

const asksForOwn = (people: PeopleAskedAbout): boolean =>
  people.aboutSelf && !people.attribution && people.asked.length === 0 && people.saidBy.length === 0;

const toldBy = ({ row: { id, decided } }: Fused<Ranked>): Told => ({
  id,
  kind: decided.row.kind,
  text: decided.row.content ?? '',
  speakerId: decided.row.facts.speakerId,
  subjectIds: decided.row.facts.subjectIds,
  drawnFrom: decided.row.evidence.flatMap(({ record_id }) => (record_id === null ? [] : [record_id])),
});

const asks = ({ row }: Decided): boolean => row.kind === 'message' && onlyAsks(row.content ?? '');

/**
 * What may answer this request at all, of what is allowed. In a dm people ask the agent: such a question is no memory,
 * unless questions are asked for. Among people a question tells what somebody wanted, and counts a little less.
 */
export const mayAnswer = (body: RecallRequest): ((decided: Decided) => boolean) => {
  const questionsToo = wantsQuestions(queryOf(body)) || queryOf(body) === '';
  return (decided) => questionsToo || decided.row.facts.source?.type !== 'dm' || !asks(decided);
};

export interface RankingInput {
  readonly body: RecallRequest;
  readonly request: ReadRequest;
  readonly people: PeopleAskedAbout;
  readonly askedIds: readonly string[];
  readonly found: Found;
}

export const rank = ({ body, request, people, askedIds, found }: RankingInput): readonly Fused<Ranked>[] => {
  const text = queryOf(body);
  const similarityOf = new Map(
    found.lanes.flatMap((lane) => lane.hits.map((hit) => [hit.id, hit.similarity] as const)),
  );
  const named = [...askedIds, ...people.saidBy];
  const wanted = [...named, ...(people.aboutSelf ? (request.viewer?.cluster ?? []) : [])];
  const own = body.mode === 'hybrid' && asksForOwn(people);
  const answers = mayAnswer(body);
  const answering = [...found.allowed].filter(
    ([, decided]) => answers(decided) && (!own || !isOthers(decided, request)),
  );
  const rows = answering.map(([id, decided]): Ranked => {
    const { facts, kind, trust, importance, content } = decided.row;
    const isAbout = [...facts.subjectIds, facts.speakerId].some(
      (entityId) => entityId !== null && (kind === 'message' ? named : wanted).includes(entityId),
    );
    const evidence = {
      similarity: similarityOf.get(id) ?? null,
      coverage: coverageOf(people.residualQuery === '' ? text : people.residualQuery, content ?? ''),
      person: isAbout,
      asks: asks(decided),
      attribution: people.attribution,
      trust: trust as Trust,
    };
    return {
      id,
      decided,
      trust: trust as Trust,
      nearness: nearnessOf(decided, request, askedIds),
      importance,
      observedAt: facts.observedAt,
      person: isAbout,
      asks: asks(decided),
      score: text === '' ? trustWeight[trust as Trust] : scoreOf(evidence, bundledCalibration),
    };
  });
  const lanes = found.lanes.map((lane): LaneResult => ({ name: lane.name as LaneName, hits: lane.hits }));
  const sortBy =
    body.mode === 'recent'
      ? 'recency'
      : body.mode === 'important'
        ? 'importance'
        : text === ''
          ? 'recency'
          : body.sort_by;
  const fused = fuse(lanes, rows, {
    sortBy,
    attribution: people.attribution,
    calibration: bundledCalibration,
  });
  return sortBy === 'relevance' ? repeatsLast(fused, toldBy) : fused;
};
