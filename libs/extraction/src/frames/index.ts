import { beingFrames } from './being.js';
import { doingFrames, needTo, obligation } from './doing.js';
import type { Finding, Frame, Saying } from './frame.js';

const byVerb = new Map<string, Frame[]>();
for (const frame of [...beingFrames, ...doingFrames]) {
  for (const verb of frame.verbs) byVerb.set(verb, [...(byVerb.get(verb) ?? []), frame]);
}

export interface Framed {
  readonly frame: string;
  readonly personal: boolean;
  readonly finding: Finding;
}

/** Verbs with a frame: a message without any of their forms says nothing of anybody. */
export const framedVerbs: ReadonlySet<string> = new Set(byVerb.keys());

export const framed = (saying: Saying): Framed | null => {
  const { p } = saying;
  if (p.tense === 'modal' && p.modal !== 'can' && p.modal !== 'must') return null;
  if (p.tense === 'obligation' || (p.tense === 'modal' && p.modal === 'must')) {
    const finding = obligation(saying);
    return finding && { frame: 'obligation', personal: false, finding };
  }
  for (const frame of byVerb.get(p.lemma) ?? []) {
    if (frame.tenses && !frame.tenses.includes(p.tense)) continue;
    const finding = frame.find(saying);
    if (finding) return { frame: frame.id, personal: frame.personal ?? false, finding };
  }
  if (p.lemma === 'need' && p.tense === 'present' && !p.negated) {
    const finding = needTo(saying);
    return finding && { frame: 'need', personal: false, finding };
  }
  return null;
};
