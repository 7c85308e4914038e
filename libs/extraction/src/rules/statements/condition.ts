import { sensitivityOf, proven } from '#safety';
import { sentence } from '../../grammar/render.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { aboutPeople, aboutSelf, type FactDraft, type Subject } from './fact-draft.js';

const conditions = new Set(
  'anxiety depression adhd autism ptsd ocd asthma diabetes epilepsy migraines arthritis insomnia celiac endometriosis crohns lupus fibromyalgia tinnitus eczema psoriasis ibs narcolepsy dyslexia vertigo sciatica hypertension'.split(
    ' ',
  ),
);

/** "… because of my", "it helps with my", "good for my": before what somebody has. */
const leads = new Set(
  'of to with for help helps helped helping ease eases calm calms soothe soothes relieve relieves manage manages control controls trigger triggers worsen worsens aggravate aggravates given despite'.split(
    ' ',
  ),
);
const illnesses = new Set(['health', 'mental-health', 'illness']);
const isIllness = (words: string): boolean => {
  const { sensitivity, category } = sensitivityOf(words);
  return sensitivity === 2 && illnesses.has(category ?? '');
};
const afflictions = proven({
  id: 'afflictions',
  pattern:
    /^(?:attacks?|disorders?|diseases?|conditions?|issues?|problems?|syndromes?|allerg(?:y|ies)|injur(?:y|ies)|symptoms?|flare-?ups?|episodes?|pains?|failure|infections?|intolerances?|deficienc(?:y|ies))$/u,
  yes: ['attacks', 'allergy', 'flare-up'],
  no: ['attacked', 'garden'],
});
const undergone = proven({
  id: 'undergone',
  pattern:
    /^(?:surger(?:y|ies)|operations?|ops?|transplants?|replacements?|biops(?:y|ies)|scans?|mris?|chemo\p{L}*|radio\p{L}*|meds|medications?|medicines?|antibiotics|antidepressants|steroids|insulin|prescriptions?|appointments?|therapy|rehab|results|diagnosis|treatments?|physio|cardiologist|\p{L}+ologist)$/u,
  yes: ['surgery', 'chemotherapy', 'urologist'],
  no: ['surgeon', 'garden'],
});

const mostWords = 4;
/** The noun phrase at `at`: words up to a stop, a preposition or a conjunction. */
const phraseAt = (tokens: readonly Token[], at: number): readonly string[] => {
  const words: string[] = [];
  for (const token of tokens.slice(at)) {
    if (
      !isWord(token) ||
      /^(?:and|or|but|so|which|that|when|while|if|in|on|at|since|too|lol|again|now|every|a|the|is|are|was|were|i)$/u.test(
        token.lower,
      )
    )
      break;
    words.push(token.text);
  }
  return words;
};

/** What somebody has, or went through, by its words; its head is an illness, and not a thing for one. */
const illnessAt = (tokens: readonly Token[], at: number): string | null => {
  const words = phraseAt(tokens, at);
  const head = words.at(-1)?.toLowerCase() ?? '';
  const all = words.join(' ');
  if (words.length === 0 || words.length > mostWords || !isIllness(all)) return null;
  // "My asthma inhaler" is a thing; "my son's asthma" is another's.
  const isHead = isIllness(head) || afflictions.test(head) || !isIllness(words.slice(0, -1).join(' '));
  if (!isHead || words.slice(0, -1).some((word) => /'s?$/u.test(word) && !isIllness(word))) return null;
  return undergone.test(head) ? `Health: ${all}` : sentence('has', all);
};

const finding = { type: 'identity', confidence: 0.78, sensitivity: 2 } as const;
const theirs = /^(?:his|her|their)$/u;

const told = (
  clause: Clause,
  content: string,
  whose: string,
  subject: Subject | null,
): readonly FactDraft[] => {
  if (whose === 'my') return [aboutSelf(clause, { content, finding, pattern: 'my-condition' }, 0.93)];
  if (subject?.kind !== 'people' || subject.refs.length !== 1 || !subject.told) return [];
  return [
    aboutPeople(clause, { content, finding, pattern: 'their-condition' }, subject.refs, subject.provenance),
  ];
};

/** "It helps my anxiety", "because of her kidney disease": having it is told in passing. */
export const conditionIn = (clause: Clause, subject: Subject | null): readonly FactDraft[] => {
  const { tokens } = clause;
  for (const [index, { lower }] of tokens.entries()) {
    const next = tokens[index + 1];
    if (lower === 'my' && next && conditions.has(next.lower))
      return told(clause, sentence('has', next.text), lower, subject);
    if ((lower !== 'my' && !theirs.test(lower)) || !leads.has(tokens[index - 1]?.lower ?? '')) continue;
    const content = illnessAt(tokens, index + 1);
    if (content !== null) return told(clause, content, lower, subject);
  }
  return [];
};
