import { beingFrames } from './being.js';
import type { Finding, Frame, Saying } from './frame.js';
import { gearFrames } from './gear.js';
import { delicate } from './delicate.js';
import { dated, happeningFrames } from './happening.js';
import { havingFrames } from './having.js';
import { endingFrames, holding } from './holding.js';
import { keepingFrames } from './keeping.js';
import { lifeFrames } from './life.js';
import { tasteFrames } from './taste.js';
import { regular, turningFrames } from './turning.js';
import { valueFrames } from './values.js';
import { needTo, obligation, wantingFrames } from './wanting.js';

const byVerb = new Map<string, Frame[]>();
for (const frame of [
  ...endingFrames,
  ...valueFrames,
  ...gearFrames,
  ...beingFrames,
  ...tasteFrames,
  ...lifeFrames,
  ...havingFrames,
  ...keepingFrames,
  ...wantingFrames,
  ...turningFrames,
  ...happeningFrames,
]) {
  for (const verb of frame.verbs) byVerb.set(verb, [...(byVerb.get(verb) ?? []), frame]);
}

export interface Framed {
  readonly frame: string;
  readonly finding: Finding;
}

/** The first frame of the verb that its complement fits. */
export const framed = (saying: Saying): Framed | null => {
  const { p } = saying;
  if (p.tense === 'obligation' || (p.tense === 'modal' && p.modal === 'must')) {
    const finding = obligation(saying);
    return finding && { frame: 'obligation', finding };
  }
  for (const frame of byVerb.get(p.lemma) ?? []) {
    if (frame.tenses && !frame.tenses.includes(p.tense)) continue;
    const finding = frame.find(saying);
    if (finding)
      return {
        frame: frame.id,
        finding: finding.topic === undefined ? { ...finding, ...holding(saying) } : finding,
      };
  }
  if (p.lemma === 'need' && p.tense === 'present' && !p.negated) {
    const finding = needTo(saying);
    return finding && { frame: 'need', finding };
  }
  const finding = dated(saying);
  if (finding) return { frame: 'dated', finding };
  const told = delicate(saying);
  if (told) return { frame: 'delicate', finding: told };
  const weekly = regular(saying);
  return weekly && { frame: 'regular', finding: weekly };
};
