import type { LaneName, RecallRequest } from '#contracts';
import type { Trust } from '#domain';
import type { ReadRequest } from '#policy';
import {
  answerFloor,
  asksForSomebody,
  besideBest,
  calibrated,
  fuse,
  metBy,
  onlyAsks,
  readQuestion,
  repeatsLast,
  scoreOf,
  speaksOfItsWriter,
  trustWeight,
  type AboutWhom,
  type Calibration,
  type Fused,
  type LaneResult,
  type Nearness,
  type PeopleAskedAbout,
  type ComparableRow,
  wantsQuestions,
} from '#retrieval';
import type { AskedAbout } from './asked-about.js';
import type { Decided, PermittedHits, Ranked } from '../permitted/permitted.js';

export const queryOf = (request: RecallRequest): string => (request.query ?? '').trim();

/** A message is one line of a place, among the others there. */
export const laneShown = (searched: string, { lanes }: Pick<RecallRequest, 'lanes'>): LaneName => {
  if (searched !== 'messages') return searched as LaneName;
  return lanes.includes('source') ? 'source' : (lanes[0] ?? 'source');
};

const nearnessOf = (decided: Decided, request: ReadRequest, askedIds: readonly string[]): Nearness => {
  const { subjectIds, speakerId, source } = decided.row.facts;
  const near = [...(request.viewer?.cluster ?? []), ...askedIds];
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

const aboutWhom = (
  decided: Decided,
  request: ReadRequest,
  people: PeopleAskedAbout,
  askedIds: readonly string[],
): AboutWhom => {
  const { subjectIds, speakerId } = decided.row.facts;
  const isMessage = decided.row.kind === 'message';
  // A message does not say whom it is about; who wrote it is what is known.
  const told = isMessage && speakerId !== null ? [...subjectIds, speakerId] : subjectIds;
  const isAbout = (ids: readonly string[]): boolean => told.some((id) => ids.includes(id));
  if (askedIds.length > 0) return isAbout(askedIds) ? 'asked' : isMessage ? 'anybody' : 'wrong';
  const own = request.viewer?.cluster ?? [];
  if (isMessage) return 'anybody';
  if (people.saidBy.length > 0) {
    if (!people.attribution) return 'anybody';
    // Whose words they must be is in the lanes: "what did I say?" wants them all, "what did she say about me?" does not.
    const ofAll = !people.aboutSelf || people.saidBy.some((id) => own.includes(id));
    return ofAll || isAbout(own) ? 'asked' : 'wrong';
  }
  if (!people.aboutSelf) return 'anybody';
  if (isAbout(own)) return 'own';
  return subjectIds.length === 0 && !people.attribution ? 'anybody' : 'others';
};

const asksForOwn = (people: PeopleAskedAbout): boolean =>
  people.aboutSelf && !people.attribution && people.asked.length === 0 && people.saidBy.length === 0;

const toldBy = ({ row: { id, decided } }: Fused<Ranked>): ComparableRow => ({
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
  readonly found: PermittedHits;
  /** Of the encoder that compared. */
  readonly calibration: Calibration;
}

const sortedBy = (body: RecallRequest): Parameters<typeof fuse>[2]['sortBy'] => {
  if (body.mode === 'important') return 'importance';
  return body.mode === 'recent' || queryOf(body) === '' ? 'recency' : body.sort_by;
};

/** How each row is weighed against the question. */
const weighedBy = ({
  body,
  request,
  people,
  askedIds,
  found,
  calibration,
}: RankingInput): ((id: string, decided: Decided) => Ranked) => {
  const text = queryOf(body);
  const question = readQuestion(text, people.residualQuery);
  const similarityOf = new Map(
    found.lanes.flatMap((lane) => lane.hits.map((hit) => [hit.id, hit.similarity] as const)),
  );
  return (id, decided) => {
    const { facts, kind, importance, content } = decided.row;
    const trust = decided.row.trust as Trust;
    const about = aboutWhom(decided, request, people, askedIds);
    const evidence = {
      similarity: calibrated(similarityOf.get(id) ?? null, calibration),
      met: metBy(question, content ?? ''),
      about,
      attribution: people.attribution && kind === 'fact',
      trust,
    };
    return {
      id,
      kind,
      decided,
      trust,
      nearness: nearnessOf(decided, request, askedIds),
      importance,
      observedAt: facts.observedAt,
      person: about === 'asked' || about === 'own',
      asks: asks(decided),
      score: text === '' ? trustWeight[trust] : scoreOf(evidence),
    };
  };
};

export const rank = (input: RankingInput): readonly Fused<Ranked>[] => {
  const { body, request, people, found, calibration } = input;
  const own = body.mode === 'hybrid' && asksForOwn(people);
  const answers = mayAnswer(body);
  const weighed = weighedBy(input);
  const rows = [...found.allowed]
    .filter(([, decided]) => answers(decided) && (!own || !isOthers(decided, request)))
    .map(([id, decided]) => weighed(id, decided));
  const lanes = found.lanes.map((lane): LaneResult => ({
    name: laneShown(lane.name, body),
    hits: lane.hits,
  }));
  const sortBy = sortedBy(body);
  const fused = fuse(lanes, rows, { sortBy, attribution: people.attribution, calibration });
  return sortBy === 'relevance' ? repeatsLast(fused, toldBy) : fused;
};

/** What was asked for by words and in the order of its answers; a list of what is new has no floor. */
const isAsked = (body: RecallRequest): boolean =>
  queryOf(body) !== '' && (body.mode === 'hybrid' || body.mode === 'typed');

/** What answers: by the caller's threshold, else by the platform's own floor. */
export const answersOf = (
  body: RecallRequest,
  ranked: readonly Fused<Ranked>[],
): readonly Fused<Ranked>[] => {
  const { threshold } = body;
  if (threshold !== undefined && threshold !== null)
    return ranked.filter(({ row }) => row.score >= threshold);
  if (!isAsked(body)) return ranked;
  const best = bestOf(ranked);
  return ranked.filter(({ row, fused }) =>
    row.kind === 'message' ? fused > 0 : row.score >= Math.max(answerFloor, besideBest * best),
  );
};

const bestOf = (ranked: readonly Fused<Ranked>[]): number =>
  Math.max(0, ...ranked.filter(({ row }) => row.kind === 'fact').map(({ row }) => row.score));

/** A fact of this score answers: nobody need be shown what was said. */
const sureAnswer = 0.5;
const mostExcerpts = 5;
/**
 * An excerpt stands not so far behind the best: there are many more messages than facts, and most of them say little.
 * Where meanings are compared, every message is near to some degree.
 */
const besideBestExcerpt = { byWords: 0.5, byMeaning: 0.65 } as const;

/** Excerpts are added on the platform's own judgement where no fact surely answers. */
export const wantsExcerpts = (body: RecallRequest, answers: readonly Fused<Ranked>[]): boolean =>
  body.include_messages === 'auto' &&
  isAsked(body) &&
  answers.length < body.top_k &&
  bestOf(answers) < sureAnswer;

/** The one person whom a question is about, where it is about one. */
type AskedAlone = Pick<AskedAbout, 'onlyIds' | 'namesOnly'>;

/** What somebody else wrote of themselves is no answer about the one person asked about, however alike it sounds. */
const isOfAnother =
  (body: RecallRequest, { onlyIds, namesOnly }: AskedAlone): ((message: Decided) => boolean) =>
  ({ row: { content, facts } }) =>
    onlyIds.length > 0 &&
    facts.speakerId !== null &&
    !onlyIds.includes(facts.speakerId) &&
    !asksForSomebody(queryOf(body)) &&
    speaksOfItsWriter(content ?? '') &&
    !namesOnly(content ?? '');

/** The few messages that answer by themselves and were not told as facts already. */
export const excerptsBeside = (
  body: RecallRequest,
  alone: AskedAlone,
  answers: readonly Fused<Ranked>[],
  messages: readonly Fused<Ranked>[],
): readonly Fused<Ranked>[] => {
  const told = new Set(
    answers.flatMap(({ row }) => row.decided.row.evidence.map(({ record_id }) => record_id)),
  );
  const ofAnother = isOfAnother(body, alone);
  const own = messages.filter(({ row }) => !ofAnother(row.decided));
  const best = Math.max(0, ...own.map(({ fused }) => fused));
  const isCompared = messages.some(({ similarity }) => similarity !== null);
  const beside = isCompared ? besideBestExcerpt.byMeaning : besideBestExcerpt.byWords;
  const floor = Math.max(answerFloor, body.threshold ?? 0);
  return own
    .filter(({ row, fused }) => !told.has(row.id) && row.score >= floor && fused >= beside * best)
    .slice(0, Math.min(mostExcerpts, body.top_k - answers.length));
};
