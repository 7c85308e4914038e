import { anyCase, proven } from '#safety';
import type { FactDraft } from '../statements/fact-draft.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { absencesIn, coverIn } from './absences.js';
import { assignmentsIn } from './assignments.js';
import { fragmentsIn, presentIn } from './fragments.js';
import { labelledIn } from './labelled.js';
import { measuresIn } from './measures.js';
import { requestsIn, saysHow } from './requests.js';
import { schedulesIn } from './schedules.js';
import { unitsOf, type Unit } from './unit.js';
import { labelClassesOf } from '../../words/note-words.js';

/** By default ingest keeps no fact below this confidence. */
const enough = 0.7;

type Reader = (unit: Unit, who: MentionResolver) => readonly FactDraft[];
const readers: readonly Reader[] = [
  requestsIn,
  absencesIn,
  assignmentsIn,
  labelledIn,
  measuresIn,
  presentIn,
  schedulesIn,
];

const covers = (statement: FactDraft, unit: Unit): boolean => {
  const [first, last] = [statement.tokens[0], statement.tokens.at(-1)];
  const [from, to] = [unit.tokens[0], unit.tokens.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    from !== undefined &&
    to !== undefined &&
    first.start < to.end &&
    last.end > from.start
  );
};

const address = /^\s*@?([^\s:,]+)[:,]\s+/u;
const marked = anyCase(
  proven({
    id: 'mayNote',
    pattern:
      /:\s|\s[=\u2192\u2013\u2014-]\s|\u2192|->|=>|^\s*\[|\n|\d(?:st|nd|rd|th|am|pm|h)\b|\d:\d\d|\d\s?-\s?\d|\d\/\d|\b(?:mon|tues?|wed|thu|fri|sat|sun|(?:wednes|thurs|satur)day|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:s|days?|ch|il|[a-z]*ber|uary|ruary|ust|e|y)?\b|\b(?:tomorrow|until|till|weekly|daily|monthly|always|never|only|assigned|from now on|forward|default|future|pls|plz|please)\b|\bhere\b|\b(?:bp|pb|pr|dose|weight|elo|mmr)\b/u,
    yes: ['desk: 4b', 'at 3pm', 'ana -> brno', 'every tues'],
    no: ['hello ana', 'we ate soup'],
  }),
);
/** Most lines have none of the marks of a note, beside the name of who is addressed. */
const mayNote = (text: string): boolean => {
  const opened = address.exec(text);
  const isLabel = opened !== null && labelClassesOf((opened[1] ?? '').toLowerCase()).length > 0;
  return marked.test(opened && !isLabel ? text.slice(opened[0].length) : text);
};

/** What a message states without full clauses, in the lines and sentences that stated nothing else. */
export const notesIn = (
  who: MentionResolver,
  text: string,
  read: readonly FactDraft[],
): readonly FactDraft[] => {
  if (!mayNote(text) && !saysHow(who, text)) return [];
  const firm = read.filter((statement) => statement.finding.confidence >= enough);
  const units = unitsOf(text);
  const fragments = fragmentsIn(units, who);
  if (fragments.length > firm.length) return fragments;
  return units
    .filter(
      (unit) => !unit.doubtful && unit.plain.length > 1 && !firm.some((statement) => covers(statement, unit)),
    )
    .flatMap((unit) => {
      for (const reader of readers) {
        const found = reader(unit, who);
        if (found.length > 0) return [...found, ...(reader === absencesIn ? coverIn(unit, who) : [])];
      }
      return [];
    });
};
