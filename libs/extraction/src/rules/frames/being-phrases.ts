import type { PatternRow } from '#safety';
import type { Finding } from './frame.js';

type Phrase = PatternRow & {
  readonly pattern: RegExp;
  readonly finding: Partial<Finding> & { readonly type: Finding['type'] };
};

/** What somebody is, in more words than one: "from Oslo", "in charge of …". The first that fits. */
export const phrases: readonly Phrase[] = [
  {
    id: 'from',
    pattern:
      /^(?:originally |actually )?from (?!here\b|now\b|what\b|there\b|scratch\b)\S+(?: (?!\S+ing\b)\S+){0,6}$/u,
    yes: ['from oslo', 'originally from a village near bergen'],
    no: ['from here', 'from what i read', 'from now on'],
    finding: { type: 'identity', topic: 'origin', confidence: 0.85 },
  },
  {
    id: 'living-in',
    pattern: /^(?:based|located|living|situated) (?:in|near|out of|at|outside) \S/u,
    yes: ['based in turku', 'located near the harbour'],
    no: ['based on a novel'],
    finding: { type: 'identity', topic: 'residence', confidence: 0.87 },
  },
  {
    id: 'born',
    pattern: /^born (?:in|on|and raised|at) \S/u,
    yes: ['born in 1990', 'born and raised there'],
    no: ['born'],
    finding: { type: 'identity', topic: 'birth', confidence: 0.87 },
  },
  {
    id: 'good-at',
    pattern:
      /^(?:pretty |very |quite |really |super |so )?(?:good|great|bad|terrible|awful|excellent|amazing|brilliant|unbeatable|hopeless|useless|decent|skilled|rubbish) (?:at|with) (?!it\b|this\b|that\b|the moment)\S/u,
    yes: ['really good at chess', 'hopeless with names'],
    no: ['good at it', 'great'],
    finding: { type: 'knowledge', confidence: 0.8 },
  },
  {
    id: 'into',
    pattern: /^(?:really |very |super |totally |big |hugely |so )?into (?!it\b|this\b|that\b|the\b)\S/u,
    yes: ['into woodworking', 'really into climbing'],
    no: ['into this', 'into the kitchen'],
    finding: { type: 'preference', confidence: 0.8 },
  },
  {
    id: 'interested-in',
    pattern:
      /^(?:very |really |mainly |also |most )?interested in (?!the (?:update|system|last|first|part|output|result)|seeing|knowing|hearing|that|this|it\b|what|how|whether)\S/u,
    yes: ['interested in botany', 'very interested in old maps'],
    no: ['interested in seeing it', 'interested in the update'],
    finding: { type: 'preference', confidence: 0.75 },
  },
  {
    id: 'afraid-of',
    pattern:
      /^(?:terrified|scared|afraid|frightened|petrified) of (?!it\b|this|that|doing|trying|losing|breaking)\S/u,
    yes: ['terrified of wasps', 'scared of heights'],
    no: ['afraid of losing it', 'scared of this'],
    finding: { type: 'preference', confidence: 0.8 },
  },
  {
    id: 'fond-of',
    pattern:
      /^(?:(?:really |totally |absolutely )?(?:obsessed|in love) with|(?:totally |really |absolutely )?(?:crazy|mad|nuts|passionate) about|(?:really |very )?(?:keen on|fond of)) (?!it\b|this\b|that\b|you\b|him\b|her\b)\S/u,
    yes: ['obsessed with crosswords', 'very fond of plums', 'mad about rowing'],
    no: ['obsessed with it', 'crazy about you'],
    finding: { type: 'preference', confidence: 0.78 },
  },
  {
    id: 'handed',
    pattern:
      /^(?:left|right)[- ]handed\b|^ambidextrous\b|^colou?r[- ]?blind\b|^(?:near|short|far|long)[- ]?sighted\b/u,
    yes: ['left-handed', 'colour blind', 'short-sighted'],
    no: ['left alone', 'right here'],
    finding: { type: 'identity', confidence: 0.84 },
  },
  {
    id: 'fluent',
    pattern: /^fluent in \S/u,
    yes: ['fluent in estonian'],
    no: ['fluent'],
    finding: { type: 'knowledge', confidence: 0.9, importance: 0.7 },
  },
  {
    id: 'responsible-for',
    pattern:
      /^(?:responsible for|in charge of|the lead (?:on|of|for)|head of|lead of) (?!it\b|this\b|that\b)\S/u,
    yes: ['responsible for the rota', 'in charge of catering'],
    no: ['responsible for it', 'in charge'],
    finding: { type: 'knowledge', confidence: 0.85, importance: 0.7 },
  },
  {
    id: 'married-to',
    pattern: /^married to \S/u,
    yes: ['married to a baker'],
    no: ['married'],
    finding: { type: 'relationship', confidence: 0.88, topic: 'relationship-status' },
  },
  {
    id: 'in-treatment',
    pattern:
      /^(?:diagnosed with|recovering from|being treated for|in (?:therapy|recovery(?! mode| console)|rehab|remission|the hospital|hospital)|on (?:antidepressants|insulin|medication|meds|chemo|disability|the pill|parental leave|maternity leave|paternity leave|sick leave|medical leave|probation|parole|a diet|a visa|[a-z]+ine|[a-z]+pril|[a-z]+lol|[a-z]+zole|[a-z]+am))\b/u,
    yes: ['diagnosed with asthma', 'in therapy', 'on maternity leave', 'on insulin'],
    no: ['in recovery mode', 'on the roof'],
    finding: { type: 'identity', confidence: 0.85, importance: 0.8 },
  },
  {
    id: 'on-leave',
    pattern:
      /^on (?:vacation|holiday|leave|pto|call|duty) (?:until|till|from|next|this|for|through|in|starting|on)\b/u,
    yes: ['on vacation until monday', 'on call this week'],
    no: ['on duty', 'on fire'],
    finding: { type: 'context', confidence: 0.82 },
  },
  {
    id: 'on-shift',
    pattern:
      /^on (?:(?:the )?(?:early|late|night|day|morning|evening|weekend)(?: shifts?)?|earlies|lates|nights|days|shifts|antibiotics|crutches|steroids|painkillers|jury duty|bed rest) (?:all (?:week|month|weekend|day)|until|till|til|from|next|this|for|every|on) ?/u,
    yes: ['on nights all week', 'on antibiotics til friday', 'on the late shift until may'],
    no: ['on the night bus', 'on days like these'],
    finding: { type: 'context', confidence: 0.8 },
  },
  {
    id: 'off-work',
    pattern:
      /^off (?:work|sick|school)(?: (?:all|until|till|til|from|next|this|for|with|since|after)\b.*)?$/u,
    yes: ['off work until easter', 'off sick'],
    no: ['off to work', 'off work early'],
    finding: { type: 'context', confidence: 0.8 },
  },
  {
    id: 'remote',
    pattern:
      /^(?:fully |mostly |partly |half )?remote(?: (?:\d|one|two|three|four|five|on|every|until|till|from|now|since|most)\b.*)?$/u,
    yes: ['remote 4 days', 'fully remote since may'],
    no: ['remote control', 'remote work'],
    finding: { type: 'knowledge', confidence: 0.78 },
  },
  {
    id: 'available',
    pattern:
      /^(?:available|free|off|away|out of office|unavailable|busy|abroad|home|out|back) (?:on (?:\p{L}+day|the \d)|until|till|after \d|before \d|every|next \p{L}+|this \p{L}+|all (?:week|day|weekend)|between|tomorrow|weekdays|weekends|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/u,
    yes: ['available on tuesday', 'off until the 9th', 'away all week'],
    no: ['available', 'off to bed'],
    finding: { type: 'context', confidence: 0.76 },
  },
  {
    id: 'at-school',
    pattern:
      /^(?:in|at) (?:college|university|uni|high school|grad school|med school|law school|school|the army|the navy|the air force|the military|primary school|nursing school)\b/u,
    yes: ['at university', 'in the navy'],
    no: ['in the garden', 'at the bar'],
    finding: { type: 'identity', confidence: 0.8 },
  },
  {
    id: 'next-up',
    pattern:
      /^(?:next|first|last|up next|second)(?: up| in line| to (?:go|present|speak|play|demo)| on the list)?$/u,
    yes: ['next', 'first in line', 'up next'],
    no: ['next door', 'last year'],
    finding: { type: 'context', confidence: 0.72, portable: false },
  },
  {
    id: 'hunting',
    pattern:
      /^(?:job|house|flat|apartment|home)[- ]hunting\b|^(?:between jobs|on the job market|out of work)\b/u,
    yes: ['flat-hunting', 'between jobs'],
    no: ['hunting'],
    finding: { type: 'context', confidence: 0.82, importance: 0.6 },
  },
  {
    id: 'in-a-band',
    pattern: /^in (?:a band|a relationship|debt|the closet)\b/u,
    yes: ['in a band', 'in debt'],
    no: ['in a box'],
    finding: { type: 'identity', confidence: 0.8 },
  },
  {
    id: 'going-through',
    pattern:
      /^going through (?:a |an |some |her |his |their |my )?(?:divorce|breakup|break-up|separation|hard time|rough patch|treatment|chemo|ivf|bankruptcy|burnout)/u,
    yes: ['going through a divorce', 'going through her treatment'],
    no: ['going through the list'],
    finding: { type: 'context', confidence: 0.85, importance: 0.7 },
  },
  {
    id: 'getting-married',
    pattern: /^(?:getting|planning to get) (?:married|divorced|engaged)\b/u,
    yes: ['getting married in may', 'planning to get divorced'],
    no: ['getting better'],
    finding: { type: 'event', confidence: 0.85 },
  },
];
