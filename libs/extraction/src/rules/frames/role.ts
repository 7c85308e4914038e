import { proven } from '#safety';
import { sentence } from '../../grammar/render.js';
import { isIn } from '../../words/lexicon.js';
import { isDenied, type Finding, type Saying } from './frame.js';

/** "Is a nurse", "Was not a member": what is not readable without its verb. */
export const withIs = ({ p, c }: Saying): string =>
  sentence(
    p.tense === 'past' ? 'was' : p.tense === 'perfect' ? 'has been' : p.tense === 'future' ? 'will be' : 'is',
    p.negated ? 'not' : '',
    ...p.adverbs,
    c.text,
  );

/** The value of a topic, turned round where it is denied. */
export const affirmed = (saying: Saying, value: string): string =>
  isDenied(saying.p) ? `not ${value}` : value;

const lessPersonal = proven({
  id: 'lessPersonal',
  pattern:
    /^(?:different|same|other|right|wrong|correct|only|nice|simple|regular|normal|average|lazy|stupid|dumb|busy|sad|grumpy|former windows|bit|lot|noob|newb|newbie|n00b|nub|beginner|idiot|fool|dummy|moron|little|few|failure|mess|wreck|step|minute|second|sec|moment|way|huge|total|complete|bad|good|great|real|new|long|big|happy|tad|pro|genius|star|hero|legend|lifesaver|life|god|angel|saint|champ|man|woman|guy|girl|dude|person|member|user|liar|gem|treasure|sweetheart|darling|beast|monster|riot|delight|blessing|menace|mystery|badass|ass|asshole|bastard|bitch|prick|dick|pig|rat|snake|tool|thing|cutie|babe|slacker|loser|troll|joke|couple|pain|shame|pity|problem|issue|bug|question|kind|sort|type|part|piece|fresh|brand|very|total|true|while|must|thing|day|time|mistake|typo|nightmare|disaster|fan|sucker|win|jerk|freak|chicken|clown|bot|robot|machine|ghost|god|zombie)$/u,
  yes: ['total', 'noob', 'legend'],
  no: ['nurse', 'legendary'],
});
const personSuffix = proven({
  id: 'personSuffix',
  pattern:
    /(?:er|or|ist|ian|man|woman|eer|ant|ee|holic|phile|smith|wright|maker|person|pants|parent|owner|addict|lover|freak|nerd|geek|enthusiast|fanatic|survivor|native|citizen|member|fan|teacher|student|guy|girl|main|candidate|champion|captain|chief|lead|head|buff|wizard|expert|specialist|novice|veteran|alum|graduate|father|mother|scientist|intern|contact|admin|owner|host|guide|coordinator|assistant|associate|officer|executive|representative|agent|partner|trustee)s?$/u,
  yes: ['baker', 'florists', 'cat parent'],
  no: ['nurse', 'brno'],
});

/** What somebody is by trade, by office or by nature: "I'm a nurse", "Ana is our treasurer". */
export const role = (saying: Saying): Finding | null => {
  const { c, p } = saying;
  const article = c.words[0] ?? '';
  if (
    article !== 'a' &&
    article !== 'an' &&
    article !== 'the' &&
    article !== 'one' &&
    article !== 'our' &&
    !isIn('occupations', c.words.at(-1) ?? '')
  )
    return null;
  // "Her mother": another reader finds out whose mother this is.

  if (/^the (?:one|ones|only one|person|guy|reason)\b/u.test(c.lower)) return null;
  if (article === 'the' && !/^the (?:\S+ ){0,3}\S+(?: (?:of|for|at|on|in) \S| here$|$)/u.test(c.lower))
    return null;
  const phraseWords = c.phrase;
  const head = phraseWords.at(-1) ?? '';
  if (phraseWords.length === 0 || phraseWords.length > 6 || lessPersonal.test(phraseWords[0] ?? '')) {
    if (
      !/^(?:big|huge|total|complete|real|new|very|true|long|happy|good|great|proud|professional)$/u.test(
        phraseWords[0] ?? '',
      ) ||
      (lessPersonal.test(head) && head !== 'fan')
    )
      return null;
  }
  const known = isIn('occupations', head) || isIn('occupations', phraseWords.slice(-2).join('-'));
  if (head === 'fan' && !/ fan of (?!it\b|this|that|the)\S/u.test(` ${c.lower}`) && phraseWords.length < 2)
    return null;
  const described =
    saying.told &&
    phraseWords.length > 0 &&
    !lessPersonal.test(head) &&
    (phraseWords.length > 1 ||
      head.includes('-') ||
      c.words.length > phraseWords.length + 1 ||
      (article !== 'the' && /^\p{Ll}{4,}$/u.test(head) && !isIn('transientNouns', head)));
  if (!known && !personSuffix.test(head) && !described) return null;
  if (isIn('diet', head))
    return {
      type: 'preference',
      confidence: 0.9,
      topic: 'diet',
      value: affirmed(saying, head),
      content: sentence(p.negated ? 'not' : '', head),
    };
  return {
    type: 'identity',
    confidence: known ? 0.88 : 0.76,
    importance: 0.75,
    ...(known && article !== 'the' ? { topic: `role:${head}`, value: isDenied(p) ? 'no' : 'yes' } : {}),
    content: withIs(saying),
  };
};
