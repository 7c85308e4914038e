import type { Finding } from './frame.js';

/** What somebody is, in more words than one: "from Oslo", "in charge of …". The first that fits. */
export const phrases: readonly (readonly [RegExp, Partial<Finding> & { readonly type: Finding['type'] }])[] =
  [
    [
      /^(?:originally |actually )?from (?!here\b|now\b|what\b|there\b|scratch\b)\S+(?: (?!\S+ing\b)\S+){0,6}$/u,
      { type: 'identity', topic: 'origin', confidence: 0.85 },
    ],
    [
      /^(?:based|located|living|situated) (?:in|near|out of|at|outside) \S/u,
      { type: 'identity', topic: 'residence', confidence: 0.87 },
    ],
    [/^born (?:in|on|and raised|at) \S/u, { type: 'identity', topic: 'birth', confidence: 0.87 }],
    [
      /^(?:pretty |very |quite |really |super |so )?(?:good|great|bad|terrible|awful|excellent|amazing|brilliant|unbeatable|hopeless|useless|decent|skilled|rubbish) (?:at|with) (?!it\b|this\b|that\b|the moment)\S/u,
      { type: 'knowledge', confidence: 0.8 },
    ],
    [
      /^(?:really |very |super |totally |big |hugely |so )?into (?!it\b|this\b|that\b|the\b)\S/u,
      { type: 'preference', confidence: 0.8 },
    ],
    [
      /^(?:very |really |mainly |also |most )?interested in (?!the (?:update|system|last|first|part|output|result)|seeing|knowing|hearing|that|this|it\b|what|how|whether)\S/u,
      { type: 'preference', confidence: 0.75 },
    ],
    [
      /^(?:terrified|scared|afraid|frightened|petrified) of (?!it\b|this|that|doing|trying|losing|breaking)\S/u,
      { type: 'preference', confidence: 0.8 },
    ],
    [
      /^(?:(?:really |totally |absolutely )?(?:obsessed|in love) with|(?:totally |really |absolutely )?(?:crazy|mad|nuts|passionate) about|(?:really |very )?(?:keen on|fond of)) (?!it\b|this\b|that\b|you\b|him\b|her\b)\S/u,
      { type: 'preference', confidence: 0.78 },
    ],
    [
      /^(?:left|right)[- ]handed\b|^ambidextrous\b|^colou?r[- ]?blind\b|^(?:near|short|far|long)[- ]?sighted\b/u,
      { type: 'identity', confidence: 0.84 },
    ],
    [/^fluent in \S/u, { type: 'knowledge', confidence: 0.9, importance: 0.7 }],
    [
      /^(?:responsible for|in charge of|the lead (?:on|of|for)|head of|lead of) (?!it\b|this\b|that\b)\S/u,
      { type: 'knowledge', confidence: 0.85, importance: 0.7 },
    ],
    [/^married to \S/u, { type: 'relationship', confidence: 0.88, topic: 'relationship-status' }],
    [
      /^(?:diagnosed with|recovering from|being treated for|in (?:therapy|recovery(?! mode| console)|rehab|remission|the hospital|hospital)|on (?:antidepressants|insulin|medication|meds|chemo|disability|the pill|parental leave|maternity leave|paternity leave|sick leave|medical leave|probation|parole|a diet|a visa|[a-z]+ine|[a-z]+pril|[a-z]+lol|[a-z]+zole|[a-z]+am))\b/u,
      { type: 'identity', confidence: 0.85, importance: 0.8 },
    ],
    [
      /^on (?:vacation|holiday|leave|pto|call|duty) (?:until|till|from|next|this|for|through|in|starting|on)\b/u,
      { type: 'context', confidence: 0.82 },
    ],
    [
      /^(?:available|free|off|away|out of office|unavailable|busy|abroad|home|out|back) (?:on (?:\p{L}+day|the \d)|until|till|after \d|before \d|every|next \p{L}+|this \p{L}+|all (?:week|day|weekend)|between|tomorrow|weekdays|weekends|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/u,
      { type: 'context', confidence: 0.76 },
    ],
    [
      /^(?:in|at) (?:college|university|uni|high school|grad school|med school|law school|school|the army|the navy|the air force|the military|primary school|nursing school)\b/u,
      { type: 'identity', confidence: 0.8 },
    ],
    [
      /^(?:next|first|last|up next|second)(?: up| in line| to (?:go|present|speak|play|demo)| on the list)?$/u,
      { type: 'context', confidence: 0.72, portable: false },
    ],
    [
      /^(?:job|house|flat|apartment|home)[- ]hunting\b|^(?:between jobs|on the job market|out of work)\b/u,
      { type: 'context', confidence: 0.82, importance: 0.6 },
    ],
    [/^in (?:a band|a relationship|debt|the closet)\b/u, { type: 'identity', confidence: 0.8 }],
    [
      /^going through (?:a |an |some |her |his |their |my )?(?:divorce|breakup|break-up|separation|hard time|rough patch|treatment|chemo|ivf|bankruptcy|burnout)/u,
      { type: 'context', confidence: 0.85, importance: 0.7 },
    ],
    [/^(?:getting|planning to get) (?:married|divorced|engaged)\b/u, { type: 'event', confidence: 0.85 }],
  ];
