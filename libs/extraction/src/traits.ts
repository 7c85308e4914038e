import { labelOfRank, type MemoryType, type Rank } from '#domain';
import type { StatementTraits } from './extractor.js';
import type { Finding } from './frames/frame.js';
import { sensitivityOf } from './sensitivity.js';

const importanceOf: Readonly<Record<MemoryType, number>> = {
  identity: 0.75,
  relationship: 0.7,
  preference: 0.6,
  decision: 0.75,
  goal: 0.6,
  knowledge: 0.55,
  event: 0.5,
  task: 0.5,
  context: 0.4,
  observation: 0.25,
};

/** What only matters in the place where it was said. */
const operational =
  /\b(?:in this (?:channel|chat|thread|room|server)|(?:presenting|speaking|up|on) next|next up|by eod|by eow|by end of (?:the )?day|report by|next on the agenda|in here|on this call|this standup|taking (?:notes|minutes)|on call this|going (?:first|second|last|next)|has the floor|in the (?:queue|meeting room)|sharing (?:my |the )?screen|afk|brb)\b/iu;

const isOperational = (content: string): boolean => operational.test(content);

export interface Traits {
  readonly memoryType: MemoryType;
  readonly importance: number;
  readonly rank: Rank;
  readonly portable: boolean;
}

export const traitsFor = (content: string, finding: Finding, confided: boolean): Traits => {
  const found = sensitivityOf(content).rank;
  const asked = finding.rank ?? 0;
  const told: Rank = confided ? 1 : 0;
  const rank = ([0, 1, 2, 3] as const)[Math.max(found, asked, told)] ?? 2;
  return {
    memoryType: finding.type,
    importance: finding.importance ?? importanceOf[finding.type],
    rank,
    portable: finding.portable ?? !isOperational(content),
  };
};

export const labelFor = (rank: Rank): StatementTraits['sensitivityLabel'] => labelOfRank[rank];
