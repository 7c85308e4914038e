import type { LaneName } from '#contracts';
import { allOf, anyOf, isAbout, isIn, not, type Plan } from '#policy';

export interface LanesInput {
  /** What planRead allows for this request; every lane is inside it. */
  readonly readable: Plan;
  /** The caller's filters (`filterToPlan`). */
  readonly filter: Plan;
  readonly lanes: readonly LaneName[];
  readonly viewerIds: readonly string[];
  /** Everybody asked about, with all that active links join to them. */
  readonly askedIds: readonly string[];
  /** Only what these people said; empty is anybody. */
  readonly saidByIds: readonly string[];
  readonly agentId: string;
  readonly kinds: readonly ('fact' | 'message')[];
  /** Mode typed: only this type. */
  readonly memoryType: string | null;
  readonly topK: number;
  /** An attribution question wants all that is held about somebody, not the nearest few. */
  readonly complete: boolean;
}

/** Messages are searched by themselves, in one lane: what is frequent among them says nothing of facts. */
export type SearchedLane = LaneName | 'messages';

export interface LaneSpec {
  readonly name: SearchedLane;
  readonly where: Plan;
  readonly limit: number;
  /** Candidates of this lane are wanted whether or not they resemble the question. */
  readonly complete: boolean;
}

/** Most rows that one lane ever asks for. */
const widest = 1000;

/**
 * How many rows a lane asks for. The plan is nearly exact, so the recheck denies few; but retrievers disagree, and
 * fusion is only as good as the candidates that more than one of them offers.
 */
const depthFor = (topK: number): number => Math.min(widest, Math.max(50, topK * 3));

const conditionOf = (lane: LaneName, input: LanesInput): Plan => {
  const { viewerIds, askedIds, saidByIds } = input;
  switch (lane) {
    case 'self':
      return anyOf(
        isAbout(viewerIds),
        isIn('speaker_entity_id', viewerIds),
        isIn('owner_entity_id', viewerIds),
      );
    case 'subject':
      return askedIds.length > 0 ? isAbout(askedIds) : isIn('speaker_entity_id', saidByIds);
    case 'source':
      // "Reachable from here" is what the plan admits here; a second definition of it could only disagree.
      return not({ kind: 'absent', field: 'source_id' });
    case 'global':
      return anyOf(
        isIn('visibility_scope', ['global_shared', 'system']),
        { kind: 'absent', field: 'source_id' },
        isAbout([input.agentId]),
      );
  }
};

/**
 * One lane each for the viewer, the people asked about, this place, and what is nobody's; and one for messages of them
 * all. Lanes overlap on purpose (fusion counts a row once); together they reach every readable row, so `top_k` results
 * exist whenever the rows do. A lane that can match nothing is left out.
 */
export const planLanes = (input: LanesInput): readonly LaneSpec[] => {
  const lanes = [...new Set(input.lanes)];
  const within = (kind: 'fact' | 'message', where: Plan): Plan =>
    allOf(
      input.readable,
      isIn('kind', [kind]),
      where,
      input.saidByIds.length > 0 ? isIn('speaker_entity_id', input.saidByIds) : 'everything',
      input.memoryType === null ? 'everything' : isIn('memory_type', [input.memoryType]),
      input.filter,
    );
  const limit = depthFor(input.topK);
  const facts = (input.kinds.includes('fact') ? lanes : []).map((name): LaneSpec => {
    const complete =
      input.complete && (name === 'subject' || (name === 'self' && input.askedIds.length === 0));
    return {
      name,
      where: within('fact', conditionOf(name, input)),
      complete,
      limit: complete ? widest : limit,
    };
  });
  const messages = input.kinds.includes('message')
    ? within('message', anyOf(...lanes.map((name) => conditionOf(name, input))))
    : 'nothing';
  return [...facts, { name: 'messages' as const, where: messages, complete: false, limit }].filter(
    ({ where }) => where !== 'nothing',
  );
};
