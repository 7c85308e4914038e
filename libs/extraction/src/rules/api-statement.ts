import type { Sensitivity } from '#domain';
import { sensitivityOfSaid, type SaidWhere } from '#safety';
import type { StatementTraits } from '../fact-extractor.js';
import type { Finding } from './frames/frame.js';
import { framed } from './frames/index.js';
import { complementOf } from '../grammar/object.js';
import { predicateAt, type Predicate } from '../grammar/predicate.js';
import { attributeFinding } from './statements/attributes.js';
import { clausesOf, stripFillers } from '../text/clauses.js';
import { labelFor, traitsFor } from '../traits.js';

/** What a statement that nobody parsed tells by itself: "IGN: x", "Likes pizza", "I am allergic to peanuts". */
export const statementTraits = (content: string): StatementTraits => {
  const [clause] = clausesOf(content);
  const all = stripFillers(clause?.tokens ?? []);
  const tokens = /^(?:i|my|we|our)$/u.test(all[0]?.lower ?? '') ? all.slice(1) : all;
  const finding = attributeFinding(tokens) ??
    framedFinding(tokens) ?? { type: 'knowledge' as const, confidence: 0.5 };
  const traits = traitsFor(content, finding, saidSensitivity(content, 'alone'));
  return {
    memoryType: traits.memoryType,
    sensitivity: traits.sensitivity,
    sensitivityLabel: labelFor(traits.sensitivity),
    portable: traits.portable,
    importance: traits.importance,
    topic: finding.topic ?? null,
    value: finding.value ?? null,
  };
};

/** Of all that is said, whatever is stated with it. */
export const saidSensitivity = (text: string, where: SaidWhere): Sensitivity =>
  sensitivityOfSaid(text, where).sensitivity;

const framedFinding = (tokens: ReturnType<typeof stripFillers>): Finding | null => {
  for (const at of [0, 1, 2]) {
    const p = predicateAt(tokens, at);
    const found = p && framed({ p, c: complementOf(p.rest), self: true, told: false });
    if (found) return found.finding;
  }
  const be: Predicate = {
    lemma: 'be',
    tense: 'present',
    modal: null,
    negated: false,
    adverbs: [],
    third: false,
    rest: tokens,
  };
  return framed({ p: be, c: complementOf(tokens), self: true, told: false })?.finding ?? null;
};
