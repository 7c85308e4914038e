import { labelOfSensitivity, type MemoryType, type Sensitivity } from '#domain';
import { anyCase, sensitivityOf, proven } from '#safety';
import type { StatementTraits } from './fact-extractor.js';
import type { Finding } from './rules/frames/frame.js';

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
const operational = anyCase(
  proven({
    id: 'operational',
    pattern:
      /\b(?:in this (?:channel|chat|thread|room|server)|(?:presenting|speaking|up|on) next|next up|by eod|by eow|by end of (?:the )?day|report by|next on the agenda|in here|on this call|this standup|taking (?:notes|minutes)|on call this|going (?:first|second|last|next)|has the floor|in the (?:queue|meeting room)|sharing (?:my |the )?screen|afk|brb)\b/u,
    yes: ['ana is up next', 'i am in this channel', 'brb'],
    no: ['she lives next door', 'a call with ana'],
  }),
);

/** How somebody is on a call, or at this moment: told elsewhere it is no longer so. */
const atTheMoment = anyCase(
  proven({
    id: 'atTheMoment',
    pattern:
      /^(?:is |am |are |was |currently |still |now |back |not |no longer )*(?:on mute|(?:un)?muted|(?:on|off) camera|dial(?:l?ing|led|ed) in|typing|breaking up|lagging|frozen|cutting out|in the (?:lobby|waiting room|call|breakout room)|(?:raising|lowering) (?:a |the )?hand|running (?:a (?:bit|little) |slightly )?late|joining late|stepping (?:away|out)|about to (?:leave|join|start|drop))(?!\p{L})|\b(?:camera|mic|microphone|video) (?:is |has been )?(?:on|off|broken)$|\bhas (?:a |the )?(?:hard stop|hand raised|hand up)\b|^(?:can ?not|cannot|can) (?:hear|see) (?:us|anybody|anyone|the (?:call|screen|slides))\b/u,
    yes: ['is on mute', 'still typing', 'my mic is broken'],
    no: ['is on the moon', 'likes typing'],
  }),
);
/** "In five minutes", "for a second": within the hour, of something that is not a habit. */
const withinTheHour = anyCase(
  proven({
    id: 'withinTheHour',
    pattern:
      /\b(?:in|for|within|after|until) (?:about |around |just |the next |another )*(?:an?|one|two|three|five|ten|fifteen|twenty|thirty|forty|a few|few|a couple(?: of)?|\d{1,2})[ -]?(?:more )?(?:secs?|seconds?|mins?|minutes?|moments?|bit|sec|min)\b|\bin half an hour\b|\b(?:right this (?:minute|second)|any (?:minute|second) now)\b/u,
    yes: ['in ten minutes', 'for just a moment', 'any minute now'],
    no: ['in ten years', 'for a month'],
  }),
);
const passing = new Set<MemoryType>(['context', 'task', 'event', 'observation']);

const isOperational = (content: string, type: MemoryType): boolean =>
  operational.test(content) ||
  atTheMoment.test(content) ||
  (passing.has(type) && withinTheHour.test(content));

export interface Traits {
  readonly memoryType: MemoryType;
  readonly importance: number;
  readonly sensitivity: Sensitivity;
  readonly portable: boolean;
}

/** `said`: how sensitive the words are that it was told with; a statement drawn from them is no less so. */
export const traitsFor = (content: string, finding: Finding, said: Sensitivity): Traits => {
  const found = sensitivityOf(content).sensitivity;
  const asked = finding.sensitivity ?? 0;
  const sensitivity = ([0, 1, 2, 3] as const)[Math.max(found, asked, said)] ?? 2;
  return {
    memoryType: finding.type,
    importance: finding.importance ?? importanceOf[finding.type],
    sensitivity,
    portable: finding.portable ?? !isOperational(content, finding.type),
  };
};

export const labelFor = (sensitivity: Sensitivity): StatementTraits['sensitivityLabel'] =>
  labelOfSensitivity[sensitivity];
