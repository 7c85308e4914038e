import type { LaneName } from '#contracts';
import type { Trust } from '#domain';
import { denseEvidence, trustWeight, type Calibration } from './score.js';

/** A hit of one lane, as an index gives it. */
export interface LaneHit {
  readonly id: string;
  readonly similarity: number | null;
  readonly lexical: number | null;
  readonly denseRank: number | null;
  readonly lexicalRank: number | null;
}
export interface LaneResult {
  readonly name: LaneName;
  readonly hits: readonly LaneHit[];
}

/** `near`: the viewer and whoever is addressed or asked about. `here`: said in this place. `far`: anybody else. */
export type Nearness = 'near' | 'here' | 'far';

/** A row that was decided and allowed, with what ranking needs to know of it. */
export interface RankedRow {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly trust: Trust;
  readonly nearness: Nearness;
  readonly importance: number;
  readonly observedAt: Date;
  /** About, or said by, whom the question names. */
  readonly person: boolean;
  /** A message that only asks: it may stand near an answer, and seldom is one. */
  readonly asks: boolean;
  readonly score: number;
}

export interface Fused<Row extends RankedRow> {
  readonly row: Row;
  readonly lane: LaneName;
  readonly fused: number;
  readonly similarity: number | null;
}

export interface FusionOptions {
  readonly sortBy: 'relevance' | 'recency' | 'importance';
  /** All that is held about somebody is wanted: rows about them come before all others. */
  readonly attribution: boolean;
  readonly calibration: Calibration;
}

const k = 60;
const nearnessWeight = { near: 1, here: 0.9, far: 0.75 } as const satisfies Record<Nearness, number>;
const askingWeight = 0.8;
const messageShare = 0.8;
const retrieverWeight = { dense: 0.6, lexical: 1 } as const;

interface Vote {
  readonly id: string;
  readonly strength: number;
}

/** Reciprocal ranks of one list, each scaled by how strong its evidence is: the best of nothing is no evidence. */
const count = (votes: readonly Vote[], weight: number, into: Map<string, number>): void => {
  votes.forEach((vote, index) =>
    into.set(vote.id, (into.get(vote.id) ?? 0) + (weight * vote.strength) / (k + index + 1)),
  );
};

const byRank =
  (rank: 'denseRank' | 'lexicalRank') =>
  (a: LaneHit, b: LaneHit): number =>
    (a[rank] ?? Infinity) - (b[rank] ?? Infinity) || (a.id < b.id ? -1 : 1);

const newestFirst = (a: RankedRow, b: RankedRow): number =>
  b.observedAt.getTime() - a.observedAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Lanes say which lane a row is shown under: the first that has it, most personal first. */
const laneOrder = ['self', 'subject', 'source', 'global'] as const satisfies readonly LaneName[];

const strongestOf = (
  kind: RankedRow['kind'],
  lanes: readonly LaneResult[],
  rows: ReadonlyMap<string, RankedRow>,
): number =>
  Math.max(
    0,
    ...lanes.flatMap((lane) =>
      lane.hits.filter((hit) => rows.get(hit.id)?.kind === kind).map((hit) => hit.lexical ?? 0),
    ),
  );

/** Messages have one retriever, which weighs their windows and who and when is asked about: its order is theirs. */
const messageVotes = (
  lanes: readonly LaneResult[],
  rows: ReadonlyMap<string, RankedRow>,
): ReadonlyMap<string, number> => {
  const strongest = strongestOf('message', lanes, rows);
  return new Map(
    lanes
      .flatMap(({ hits }) => hits)
      .filter(({ id }) => rows.get(id)?.kind === 'message')
      .map(({ id, lexical }) => [id, strongest > 0 ? (lexical ?? 0) / strongest : 0]),
  );
};

const votesOf = (
  lanes: readonly LaneResult[],
  rows: ReadonlyMap<string, RankedRow>,
  calibration: Calibration,
): Map<string, number> => {
  const votes = new Map<string, number>();
  const strongest = strongestOf('fact', lanes, rows);
  for (const { hits } of lanes) {
    // INVARIANT: ranks are counted over allowed rows only, so a denied one leaves no gap by which it could be noticed.
    const allowed = hits.filter((hit) => rows.get(hit.id)?.kind === 'fact');
    const dense = allowed.filter((hit) => hit.denseRank !== null).sort(byRank('denseRank'));
    const lexical = allowed.filter((hit) => hit.lexicalRank !== null).sort(byRank('lexicalRank'));
    count(
      dense.map(({ id, similarity }) => ({ id, strength: denseEvidence(similarity, calibration) })),
      retrieverWeight.dense,
      votes,
    );
    count(
      lexical.map((hit) => ({ id: hit.id, strength: strongest > 0 ? (hit.lexical ?? 0) / strongest : 0 })),
      retrieverWeight.lexical,
      votes,
    );
  }
  return votes;
};

const orderOf = <Row extends RankedRow>({ sortBy, attribution }: FusionOptions) => {
  const tier = (row: Row): number => (attribution && row.person ? 0 : 1);
  // An excerpt is a place to look at, a fact what was found there.
  const answering = ({ row, fused }: Fused<Row>): number =>
    row.kind === 'message' ? messageShare * fused : row.score;
  return (a: Fused<Row>, b: Fused<Row>): number => {
    if (sortBy === 'recency') return newestFirst(a.row, b.row);
    if (sortBy === 'importance') return b.row.importance - a.row.importance || newestFirst(a.row, b.row);
    return (
      tier(a.row) - tier(b.row) ||
      answering(b) - answering(a) ||
      b.fused - a.fused ||
      newestFirst(a.row, b.row)
    );
  };
};

/**
 * All lanes as one list, best first, each row once. Only `rows` take part: the caller decided and allowed each of them
 * before, and whatever else the lanes hold is ignored.
 */
export const fuse = <Row extends RankedRow>(
  lanes: readonly LaneResult[],
  rows: readonly Row[],
  options: FusionOptions,
): readonly Fused<Row>[] => {
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  const votes = votesOf(lanes, byId, options.calibration);
  const said = messageVotes(lanes, byId);
  const seen = new Map<string, { lane: LaneName; similarity: number | null }>();
  for (const name of laneOrder)
    for (const hit of lanes.filter((lane) => lane.name === name).flatMap((lane) => lane.hits)) {
      const known = seen.get(hit.id);
      seen.set(hit.id, { lane: known?.lane ?? name, similarity: known?.similarity ?? hit.similarity });
    }
  return [...byId.values()]
    .flatMap((row): readonly Fused<Row>[] => {
      const at = seen.get(row.id);
      if (at === undefined) return [];
      const asks = row.asks ? askingWeight : 1;
      if (row.kind === 'message') return [{ row, fused: (said.get(row.id) ?? 0) * asks, ...at }];
      const person = row.person ? (options.attribution ? 1 : 0.3) / (k + 1) : 0;
      const fused =
        ((votes.get(row.id) ?? 0) + person) * trustWeight[row.trust] * nearnessWeight[row.nearness];
      return [{ row, fused, ...at }];
    })
    .sort(orderOf<Row>(options));
};
