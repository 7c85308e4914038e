import { proven } from '#safety';
import { valueOf } from './frames/frame.js';
import type { FactDraft } from './statements/fact-draft.js';
import type { ReadingContext } from '../fact-extractor.js';

const heading = proven({
  id: 'heading',
  pattern:
    /^(?:For|Regarding)\s+((?:Project\s+)?\p{Lu}\p{Ll}+),|^[^.:\n]{0,60}\b(?:for|on|of)\s+((?:Project\s+)?\p{Lu}\p{Ll}+)\s*:|^[^\p{L}\p{N}]*(?:\p{Ll}+,?\s+)*((?:Project\s+)?\p{Lu}\p{Ll}+)(?=\s+(?:slips|slipped|moves|moved|shifts|shifted|launches))|(\p{Lu}\p{Ll}+)'s\s+(?:current|new|approved)/u,
  yes: ['For Project Falcon, the date moved', "Brno's new office", 'Plan for Falcon: ship'],
  no: ['for falcon, the date', 'we ship on friday'],
});
/** "Launch plan for Atlas: … the budget is 5k" becomes "For Atlas, the budget is 5k". */
export const placed = (statement: FactDraft, text: string): FactDraft => {
  if (statement.pattern !== 'thing') return statement;
  const match = heading.exec(text);
  const owner = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
  const [thing = ''] = statement.content.slice(1).split(/\s(?:is|are|was|will|now|has)\s/u);
  if (owner === undefined || /\p{Lu}\p{Ll}+/u.test(thing) || statement.content.includes(owner))
    return statement;
  const { topic } = statement.finding;
  return {
    ...statement,
    content: `For ${owner}, ${statement.content.charAt(0).toLowerCase()}${statement.content.slice(1)}`,
    finding:
      topic === undefined
        ? statement.finding
        : { ...statement.finding, topic: `${topic} ${owner.toLowerCase()}` },
  };
};

const home = /^Lives? (?:in|at|near|outside) (?!an? )(\p{L}[^,;]{1,40}?)(?: now| (?:since|for|with) .*)?$/u;
/** "We bank with …", told to the agent alone: of the speaker's household, which is nobody's place. */
export const ofHousehold = (statement: FactDraft, { place }: ReadingContext): FactDraft => {
  const isOurs = /^(?:we-|plain-we$)/u.test(statement.pattern) && statement.subjects?.length === 0;
  if (place.type !== 'dm' || !isOurs) return statement;
  const where = home.exec(statement.content)?.[1];
  return {
    ...statement,
    subjects: null,
    provenance: Math.min(statement.provenance, 0.9),
    finding:
      where === undefined
        ? statement.finding
        : { ...statement.finding, type: 'identity', topic: 'residence', value: valueOf(where) },
  };
};
