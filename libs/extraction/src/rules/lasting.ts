import { expiryOf, type MemoryType } from '#domain';
import { anyCase, lastOf, type PatternRow, proven } from '#safety';
import { lastDayOf } from '../dates.js';
import type { WindowMessage } from '../fact-extractor.js';
import type { FactDraft } from './statements/fact-draft.js';

const ongoing = proven({
  id: 'ongoing',
  pattern:
    /\bsince\b|\b(?:every|each|weekly|daily|monthly|fortnightly|nightly)\b|\b(?:once|twice|times) an? (?:day|week|month|year)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bon the \d+(?:st|nd|rd|th) and \d/u,
  yes: ['since may', 'every week', 'twice a day', 'on the 3rd and 17th'],
  no: ['in may', 'once'],
});
/** What is over the moment it is done, and stays so. */
const turned = proven({
  id: 'turned',
  pattern:
    /^(?:moved|left|quit|gave up|stopped|dropped|retired|graduated|converted|resigned|emigrated|grew up|became|turned (?!\d)|sold|lost (?:job|mother|father|both|\p{L}+ hearing)|never had)\b/u,
  yes: ['moved to brno', 'turned vegan', 'lost job'],
  no: ['turned 40', 'will move'],
});
/** What happens to somebody once and is so ever after, whoever it happened to. */
export const turning: readonly PatternRow[] = [
  {
    id: 'death',
    pattern: /\b(?:died|passed away|passed on|was (?:buried|cremated)|has died|was put (?:down|to sleep))\b/u,
    yes: ['father died last night', 'hamster was put to sleep on monday'],
    no: ['phone is dead today', 'passed the exam on friday'],
  },
  {
    id: 'birth',
    pattern:
      /\bborn\b|\bgave birth\b|\bhad (?:an? |her |his |their |our )?(?:first |second |third )?(?:baby|boy|girl|son|daughter|twins|triplets|miscarriage)\b|\bbecame an? (?:\p{L}+ )?(?:mother|father|mum|mom|dad|aunt|uncle|parent|grand\p{L}+)\b/u,
    yes: ['born last night', 'sister had a baby girl on sunday', 'became an aunt yesterday'],
    no: ['had a guest over for dinner yesterday', 'baby shower is on friday'],
  },
  {
    id: 'health',
    pattern:
      /\bdiagnosed\b|\b(?:tested positive for|came out as)\b|\b(?:had|got|having|getting) (?:[\p{L}-]+ ){1,4}?(?:removed|taken out|amputated|replaced|transplanted)\b|\bhad (?:an? )?(?:[\p{L}-]+ ){0,2}(?:stroke|heart attack|transplant|surgery|operation|bypass|hysterectomy|amputation|c-section)\b|\b(?:lost|losing) (?:sight|hearing|vision|a leg|an arm|an eye|a finger)\b/u,
    yes: [
      'got appendix removed on thursday',
      'was diagnosed with lupus today',
      'had a knee operation last week',
    ],
    no: ['had a headache yesterday', 'got the tyres checked on monday'],
  },
  {
    id: 'standing',
    pattern:
      /^(?:has |just |finally |recently )*(?:started (?:as|at|work\p{L}*|school|college|university|parental leave|maternity leave|hormones|hrt|therapy)|began (?:as|at|work\p{L}*|school|college|university)|joined|enrolled|adopted|bought (?:an? |the )?(?:\p{L}+ )?(?:house|flat|apartment|home|car|boat|van)|passed (?:the |driving )*(?:\p{L}+ )?(?:test|exam|bar|boards)|got (?:the |an? )?(?:\p{L}+ )?(?:job|promotion|citizenship|divorce|degree|licen[cs]e|visa|offer|puppy|kitten|dog|cat|tattoo)|was (?:fired|sacked|laid off|promoted|made redundant|made permanent|naturalised|naturalized)|got (?:fired|sacked|laid off|promoted|sober|clean)|broke (?:an? |the )?(?:\p{L}+ )?(?:arm|leg|wrist|ankle|hip|collarbone|nose))\b/u,
    yes: [
      'got the job at the library yesterday',
      'broke left ankle on sunday',
      'started at the bakery on monday',
    ],
    no: ['got the bus at nine today', 'started dinner tonight', 'broke a plate yesterday'],
  },
];

const bound = proven({
  id: 'bound',
  pattern:
    /^(?:\p{L}+(?:-in-law)? ){0,2}(?:is |are |was |were |been |has been |have been )?(?:getting |got |recently |newly |just )*(?:married|engaged|divorced|separated|widowed|remarried|dating|split up with|broke up with)\b/u,
  yes: ['is married to ines', 'just got engaged'],
  no: ['marries in may', 'is busy'],
});
const decided = proven({
  id: 'decided',
  pattern:
    /\b(?:voted|agreed|decided|settled|signed off|countersigned|unanimous\p{L}*|house rule|from (?:now|here) on|no longer|any ?more|as of|effective|ok'?d|okayed|\p{L}+'s (?:call|decision))\b/u,
  yes: ['we agreed on brno', 'from now on', 'effective monday'],
  no: ['we talked about brno', 'now'],
});

const isDecided = lastOf((text) => decided.test(text.toLowerCase()));

/** What somebody is at for longer than a week, as what they do at the moment is, and what that makes of it. */
export const undertakings: readonly (PatternRow & { readonly type: MemoryType })[] = [
  {
    id: 'practice',
    type: 'knowledge',
    pattern:
      /^(?:is |are |been |has been |currently |also |still )*(?:learning (?!(?:nothing|something|that|this|it)\b)|retraining\b|volunteering\b|apprenticing\b|coaching \p{L})/u,
    yes: ['learning the oboe', 'is coaching the under-nines'],
    no: ['learning nothing from this', 'is a learner'],
  },
  {
    id: 'pursuit',
    type: 'goal',
    pattern:
      /^(?:is |are |been |has been |currently |also |still )*(?:training (?:for|to)\b|saving (?:up )?(?:for|to)\b|(?:writing|translating|illustrating|recording) (?:an? |the |his |her |their )?(?:[\p{L}-]+ ){0,2}(?:book|novel|thesis|dissertation|memoir|screenplay|album|opera)\b)/u,
    yes: ['still saving up for a van', 'writing a book on moss'],
    no: ['writing a mail', 'saving the file'],
  },
  {
    id: 'passage',
    type: 'event',
    pattern:
      /^(?:is |are |been |has been |currently |also |still )*(?:rehearsing for\b|(?:renovating|restoring|rebuilding|converting) \p{L}|(?:recovering|recuperating) from\b|expecting (?:an? |our |their )?(?:\p{L}+ )?(?:baby|child|twins|girl|boy)\b|moving (?:out|in with|away|back|to)\b)/u,
    yes: ['moving out of the flat', 'renovating the attic', 'expecting a second child'],
    no: ['moving the sofa', 'expecting a parcel'],
  },
];
/** With an end that is named: what is so "till january" is so no longer in february, whatever else it is. */
const bounded = anyCase(
  /\b(?:until|till|til|through) (?!(?:further|now|then)\b)|\bfrom \p{L}+ (?:to|till|until) \p{L}/u,
);

const isTurning = (lower: string): boolean =>
  turned.test(lower) || turning.some(({ pattern }) => pattern.test(lower));

const typeOf = (
  { finding: { type }, content, subjects }: FactDraft,
  { text, sentAt }: WindowMessage,
): MemoryType => {
  const lower = content.toLowerCase();
  const isOfPlace = subjects?.length === 0;
  if (isOfPlace && (type === 'knowledge' || type === 'context') && isDecided(text)) return 'decision';
  if ((type === 'event' || type === 'identity') && bound.test(lower)) return 'relationship';
  if (type === 'event' && (ongoing.test(lower) || isTurning(lower))) return 'knowledge';
  if (expiryOf(type, sentAt) === null && bounded.test(content) && lastDayOf(content, sentAt, 'context'))
    return 'context';
  if (type !== 'context') return type;
  return undertakings.find(({ pattern }) => pattern.test(lower))?.type ?? type;
};

/** "I also work at …" adds to what was said before and replaces none of it. */
const besides = proven({
  id: 'besides',
  pattern:
    /\b(?:also|too|as well|on the side|second job|side job|part[- ]time|(?:at|on) (?:the )?(?:weekends|weekdays|evenings|nights))\b/iu,
  yes: ['also a barber', 'part-time barber', 'barber on weekends'],
  no: ['a barber', 'barber in brno'],
});

const oneAtATime = new Set(['vehicle', 'workplace']);
const inPlaceOfNothing = (statement: FactDraft, text: string): FactDraft => {
  if (!oneAtATime.has(statement.finding.topic ?? '') || !besides.test(text)) return statement;
  const { topic: _topic, value: _value, ...finding } = statement.finding;
  return { ...statement, finding };
};

/** A statement by how long it holds: what goes on, has turned or was decided does not end in a month as an event does. */
export const asLongAsItHolds = (given: FactDraft, message: WindowMessage): FactDraft => {
  const statement = inPlaceOfNothing(given, message.text);
  const type = typeOf(statement, message);
  return type === statement.finding.type
    ? statement
    : { ...statement, finding: { ...statement.finding, type } };
};
