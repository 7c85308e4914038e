import type { Gender } from './pronouns.js';

/** Words for people of one's life, the word they are kept under, and what they tell about gender. */
const kin: Readonly<Record<string, readonly [kept: string, gender: Gender]>> = {
  wife: ['wife', 'female'],
  wifey: ['wife', 'female'],
  missus: ['wife', 'female'],
  husband: ['husband', 'male'],
  hubby: ['husband', 'male'],
  spouse: ['spouse', 'any'],
  partner: ['partner', 'any'],
  girlfriend: ['girlfriend', 'female'],
  gf: ['girlfriend', 'female'],
  boyfriend: ['boyfriend', 'male'],
  bf: ['boyfriend', 'male'],
  fiance: ['fiance', 'any'],
  fiancé: ['fiance', 'any'],
  fiancee: ['fiancee', 'female'],
  fiancée: ['fiancee', 'female'],
  ex: ['ex', 'any'],
  mother: ['mother', 'female'],
  mom: ['mother', 'female'],
  mum: ['mother', 'female'],
  mama: ['mother', 'female'],
  father: ['father', 'male'],
  dad: ['father', 'male'],
  papa: ['father', 'male'],
  sister: ['sister', 'female'],
  sis: ['sister', 'female'],
  brother: ['brother', 'male'],
  bro: ['brother', 'male'],
  sibling: ['sibling', 'any'],
  twin: ['twin', 'any'],
  daughter: ['daughter', 'female'],
  son: ['son', 'male'],
  kid: ['child', 'any'],
  child: ['child', 'any'],
  baby: ['baby', 'any'],
  toddler: ['child', 'any'],
  grandmother: ['grandmother', 'female'],
  grandma: ['grandmother', 'female'],
  nan: ['grandmother', 'female'],
  gran: ['grandmother', 'female'],
  granny: ['grandmother', 'female'],
  grandfather: ['grandfather', 'male'],
  grandpa: ['grandfather', 'male'],
  grandad: ['grandfather', 'male'],
  granddaughter: ['granddaughter', 'female'],
  grandson: ['grandson', 'male'],
  aunt: ['aunt', 'female'],
  auntie: ['aunt', 'female'],
  uncle: ['uncle', 'male'],
  cousin: ['cousin', 'any'],
  niece: ['niece', 'female'],
  nephew: ['nephew', 'male'],
  stepdaughter: ['stepdaughter', 'female'],
  stepson: ['stepson', 'male'],
  stepsister: ['stepsister', 'female'],
  stepbrother: ['stepbrother', 'male'],
  stepmother: ['stepmother', 'female'],
  stepmom: ['stepmother', 'female'],
  stepfather: ['stepfather', 'male'],
  stepdad: ['stepfather', 'male'],
  godmother: ['godmother', 'female'],
  godfather: ['godfather', 'male'],
  roommate: ['roommate', 'any'],
  flatmate: ['flatmate', 'any'],
  housemate: ['roommate', 'any'],
  neighbour: ['neighbor', 'any'],
  neighbor: ['neighbor', 'any'],
  boss: ['boss', 'any'],
  manager: ['manager', 'any'],
  coworker: ['coworker', 'any'],
  colleague: ['colleague', 'any'],
  mentor: ['mentor', 'any'],
  therapist: ['therapist', 'any'],
  doctor: ['doctor', 'any'],
  dentist: ['dentist', 'any'],
  landlord: ['landlord', 'any'],
  teacher: ['teacher', 'any'],
  coach: ['coach', 'any'],
  friend: ['friend', 'any'],
  bestie: ['friend', 'any'],
  mate: ['friend', 'any'],
  buddy: ['friend', 'any'],
  pal: ['friend', 'any'],
  teammate: ['teammate', 'any'],
  classmate: ['classmate', 'any'],
  bandmate: ['bandmate', 'any'],
  workmate: ['colleague', 'any'],
  'co-worker': ['coworker', 'any'],
  'best friend': ['best friend', 'any'],
  'daughter-in-law': ['daughter-in-law', 'female'],
  'son-in-law': ['son-in-law', 'male'],
  'mother-in-law': ['mother-in-law', 'female'],
  'father-in-law': ['father-in-law', 'male'],
  'sister-in-law': ['sister-in-law', 'female'],
  'brother-in-law': ['brother-in-law', 'male'],
};

export interface Kinship {
  /** One word for all spellings: `mom` and `mum` are `mother`. */
  readonly word: string;
  readonly gender: Gender;
}

const partners = new Set('wife husband spouse partner girlfriend boyfriend fiance fiancee ex'.split(' '));
const relations: Readonly<Record<string, string>> = { manager: 'boss', coworker: 'colleague' };

/**
 * What somebody is to the speaker, as far as it tells one from another of the same name: a girlfriend may become a wife,
 * a brother is no friend. `word` may have a qualifier before it ("older sister").
 */
export const relationOf = (word: string): string => {
  const bare = word.split(' ').at(-1) ?? word;
  return partners.has(bare) ? 'partner' : (relations[bare] ?? bare);
};

/** One has one of them at a time: who was named last. */
const single = new Set(
  'wife husband spouse partner girlfriend boyfriend fiance fiancee mother father boss manager therapist landlord'.split(
    ' ',
  ),
);
/** There may be others, so the word alone means somebody only while one was ever named. */
const family =
  /^(?:sister|brother|sibling|twin|daughter|son|child|baby|grand.+|step.+|god.+|.+-in-law|roommate|flatmate)$/u;

export const isOneAtATime = (word: string): boolean => single.has(word);

export type Uniqueness = 'one-at-a-time' | 'one-if-alone' | 'many';

/** Whether "my …" without a name can mean one person. */
export const uniquenessOf = (word: string): Uniqueness => {
  if (single.has(word)) return 'one-at-a-time';
  return family.test(word.split(' ').at(-1) ?? word) ? 'one-if-alone' : 'many';
};

/** The kinship that a word names, its plural and qualifiers ("older sister") left to the caller. */
export const kinshipOf = (word: string): Kinship | null => {
  const key = word.normalize('NFKC').toLowerCase();
  const entry = Object.hasOwn(kin, key) ? kin[key] : undefined;
  return entry ? { word: entry[0], gender: entry[1] } : null;
};

/** Whom one knows by name as others do: no family. */
const acquaintances = new Set(
  'roommate flatmate neighbor boss manager coworker colleague mentor therapist doctor dentist landlord teacher coach friend teammate classmate bandmate'.split(
    ' ',
  ),
);

/** "Neighbour", "best friend", and not "wife". */
export const isAcquaintance = (word: string): boolean => {
  const kept = kinshipOf(word.split(' ').at(-1) ?? word)?.word;
  return kept !== undefined && acquaintances.has(kept);
};

export const isFamily = (word: string): boolean => kinshipOf(word) !== null && !isAcquaintance(word);

/** "Wife: Sarah": what it tells is of its subject's own family, also where it names somebody who is known. */
export const tellsOfFamily = (content: string): boolean => {
  const label = content.split(':')[0]?.trim().split(' ').at(-1) ?? '';
  return content.includes(':') && isFamily(label);
};
