import { beginsPredicate } from './begins.js';
import { isWord, type Token } from './tokens.js';

const knowing = String.raw`(?:know|bet|believe|reckon|figure|suspect|assume|gather|understand|swear|noticed|notice|learned|learnt|read|saw|see|found out|remember|forgot|realized|realised)`;
const feeling = String.raw`(?:sure|certain|positive|convinced|aware|glad|happy|sorry|sad|surprised|proud)`;
const remark = String.raw`(?:funny|weird|odd|strange|crazy|wild|interesting|hilarious|amazing|nice|great|good|cool|sad|cute|sweet|adorable|(?:a )?(?:shame|pity|fact))`;
const few = String.raw`(?:just |also |really |still |actually |literally |always |recently )?`;
const phrases = [
  String.raw`(?:apparently|allegedly|reportedly|supposedly|evidently|presumably|obviously|clearly|certainly|sadly|unfortunately|luckily|surprisingly)`,
  String.raw`(?:funnily|interestingly|weirdly|strangely|oddly) enough`,
  String.raw`(?:it )?turns out`,
  String.raw`(?:rumou?r|word|legend|gossip) has it`,
  String.raw`(?:the )?(?:rumou?r|word|gossip)(?: on the street| around here| around town| in the office)? is`,
  String.raw`(?:as|so) far as (?:i|we) (?:know|can tell|remember|heard|am aware|understand)`,
  String.raw`(?:from )?what (?:i|we) (?:know|have heard|gather)`,
  String.raw`to my knowledge`,
  String.raw`(?:pretty|fairly|quite|almost|absolutely|very|so|rather) (?:sure|certain|positive)`,
  String.raw`(?:there is )?no doubt`,
  String.raw`(?:i|we) (?:all )?${few}(?:have |had )?${knowing}`,
  String.raw`i (?:love|like|adore) (?:how|that)`,
  String.raw`i (?:am|was) ${few}(?:pretty |fairly |quite |so |very |really )?${feeling}`,
  String.raw`(?:(?:everyone|everybody|you all) (?:here )?)?(?:knows?|says?|thinks?|agrees)`,
  String.raw`(?:you|u) (?:all )?know`,
  String.raw`(?:it is )?(?:so |kinda |really )?${remark} (?:how|that)`,
  String.raw`fun fact`,
  String.raw`(?:just )?(?:a )?(?:quick |friendly |little |small |gentle )?(?:reminder|heads up|heads-up|fyi|psa|news ?flash|note|update)`,
  String.raw`(?:please )?(?:do not|never) forget`,
  String.raw`(?:please )?(?:remember|note|keep in mind|bear in mind)`,
  String.raw`just so (?:u|yall|everyone|we all|we) (?:know|knows|all know|are aware)`,
  String.raw`for (?:your information|what it is worth|the record|anyone wondering)`,
  String.raw`(?:idk|dunno|i dunno|not sure|i do not know|no idea) but`,
  String.raw`(?:unlike|like|same as) (?:me|us|you|him|her|them)`,
];
/** Told of somebody else alone: "I hear it is late" tells of nobody. */
const hearsay = new RegExp(String.raw`^(?:i|we) ${few}(?:have |had )?(?:hear|heard)(?: that)?$`, 'u');
const notSomebody = new Set(
  'i we it its that this there these those you the my our your a an some any no not so about of from what how why if they everyone everybody nobody people maybe to'.split(
    ' ',
  ),
);
const opening = new RegExp(`^(?:${phrases.join('|')})(?: that)?$`, 'u');
const openers = new Set(
  'know knows say says think thinks agrees apparently allegedly reportedly supposedly evidently presumably obviously clearly certainly sadly unfortunately luckily surprisingly funnily interestingly weirdly strangely oddly it turns rumor rumour word legend gossip the as so from what to pretty fairly quite almost absolutely very rather there no i we someone somebody people they a my everyone everybody you u kinda really funny weird odd strange crazy wild interesting hilarious amazing nice great good cool sad cute sweet adorable shame pity fact fun just quick friendly little small gentle reminder heads heads-up fyi psa news newsflash note update please do never remember keep bear for idk dunno not unlike like same'.split(
    ' ',
  ),
);
const longest = 9;

/** How many tokens only lead to what is told of somebody: "turns out", "I heard that", "reminder:". */
export const leadInLength = (tokens: readonly Token[]): number => {
  if (!openers.has(tokens[0]?.lower ?? '')) return 0;
  let said = '';
  let length = 0;
  for (let at = 0; at < longest && at < tokens.length - 2; at += 1) {
    const token = tokens[at];
    if (!isWord(token)) break;
    said = at === 0 ? token.lower : `${said} ${token.lower}`;
    const isOfAnother = !notSomebody.has(tokens[at + 1]?.lower ?? '') && beginsPredicate(tokens, at + 2);
    if (opening.test(said) || (isOfAnother && hearsay.test(said))) length = at + 1;
  }
  const next = tokens[length]?.text ?? '';
  return length > 0 && /^[,:;.\u2014\u2026-]$/u.test(next) ? length + 1 : length;
};
