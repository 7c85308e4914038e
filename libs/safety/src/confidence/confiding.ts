/** The words by which somebody asks that what they say stays among those who hear it. */

const it = String.raw`(?:it|this|that|these|those|them|things?|all (?:of )?(?:it|this|that)|everything|what i(?:'m| am)?(?: just)? (?:said|say|saying|told you|telling you|tell you|wrote))`;
const here = String.raw`(?:here|us|ourselves|(?:these|those|our|the) (?:four )?walls|(?:this|our|the) (?:(?:group|private|team|family|little|inner|work) )?(?:room|channel|chat|group|groupchat|thread|team|server|family|circle|convo|conversation|dm|dms|call|crew|squad|guild|clan|forum|list))`;
const opening = String.raw`(?<=^\W{0,20}|[.!?,;:(\[\n\u2014\u2013]\s{0,8}|\s-\s{1,8})`;
const not = String.raw`(?:do not|don'?t|dont|never|not to|must(?:n'?t| not)|should(?:n'?t| not)|can(?:'?t|not)|let'?s not|better not|rather not)(?: you)?(?: (?:ever|dare|please|pls|go|be))?`;
const thisIsNot = String.raw`(?:${opening}(?:and )?not|(?<!\p{L})(?:this|that|it|these|info|news)(?:'?s| is| are)?(?: (?:really|definitely|strictly|obviously|just))? not|(?<!\p{L})(?:this|that|it|these) (?:is|are)n'?t)(?: (?:really|meant|intended|supposed|something|yet))?`;
const nobody = String.raw`(?:nobody|no ?one|no-one|not (?:a soul|anyone|anybody)|none of (?:the others|them))`;
const aside = String.raw`(?: (?:else|yet|here|there|(?:outside|except|but|besides|apart from|other than|beyond)(?: of)? [^.!?,\n]{1,30}?|(?:at|in) (?:work|home|school|the \p{L}+|my \p{L}+)))?`;
/** "Nobody knows how to fix it" asks for nothing. */
const notOfSkill = String.raw`(?! (?:how to|how the|how it|why the|why it|if|whether|which|what to|when the|where the|for sure|exactly|better|the (?:answer|reason|way)|where to|who to)\b)`;
const ofAsking = String.raw`(?! (?:how|what|when|if|where|who|why|whether|which)\b)`;

const staying = [
  String.raw`(?:${opening}|(?<!\p{L})(?:this|that|it|it'll|everything|here|say|said|tell you|told you|discuss|discussed|know|please|pls)(?: (?:has to|have to|must|should|shall|needs to|is to|will|better|all|just|only|definitely|please|really)){0,2} )(?:stays?|remains?|staying) (?:strictly |only |just |right |all )?(?:here|(?:in|within|inside|among|amongst|between|with) ${here})`,
  String.raw`(?:(?:${opening}|(?:'?s|is|are) )not to|(?<!\p{L})(?:this|that|it|nothing|word)(?: of (?:this|it|that))?(?: (?:must|should|can|may|does|do|will|shall)(?: ?n'?t| not|not)| (?:must|should|can) never| never| (?:'?s|is) not to| can(?:'?t|not))?) (?:leaves?|gets? out of|goe?s? (?:beyond|outside(?: of)?|past)|makes? it out of) ${here}`,
  String.raw`what(?:ever)?(?:'?s| is| gets| (?:i|we|you|people)(?: have|'ve)?)? (?:said|say|discussed|discuss|shared|share|posted|post|happens|told|tell|written|write|talked about)(?: (?:in|on|at|within))? ${here},? (?:stays?|remains?|(?:(?:does|do|must|should|may|can|shall)(?:n'?t| not|not)|never) (?:leaves?|goe?s?|gets? out)(?: it| ${here})?)`,
  String.raw`(?:this|that|it)(?: (?:must|should|can|may|will|has to|is to|shall|better))? goe?s? no f[au]rther|(?:this|that|it) (?:must|should|shall|can|may|does)(?:n'?t| not|not) go any f[au]rther|let (?:it|this|that) go (?:any |no )?f[au]rther`,
  String.raw`keep(?:ing)? ${it} (?:please |pls |just |strictly |all )?(?:in|within|inside|among|amongst) ${here}`,
  String.raw`keep(?:ing)? ${it} (?:really |very |super |just |strictly |all |please |pls )?(?:hush(?:ed)?|mum|schtum|shtum|stumm|sh+|on the (?:quiet|qt|hush)|under (?:your|ur) hat|in-? ?house|internal|from (?:spreading|getting (?:out|around)|leaking)|discreet|(?:to|for) (?:u|ya|ur ?sel(?:f|ves)|yourselves|yourself|ourselves))`,
  String.raw`keep(?:ing)? (?:the|my|our|his|her|their|what) [^.!?,\n]{1,40}? (?:a secret|secret|private(?<!(?:repo|repository|server|channel|branch|key|room|garden|account|profile|page|list) private)|confidential|between (?:us|ourselves|you and (?:me|i))|under wraps|to (?:yourself|yourselves)|to ur ?self|off the record)`,
  String.raw`keep (?:your|ur) (?:mouth|lips|trap|gob) (?:shut|sealed|closed)|(?:your|ur) lips (?:are |stay |must be )?sealed|(?:keep|put) a lid on (?:it|this|that)|(?:keep|stay|remain|be) (?:quiet|silent|discreet|mum|schtum) (?:about|on) (?:it|this|that|my|our|the)|keep (?:schtum|shtum|stumm)|under (?:your|ur) hat|zip (?:it|your lips)`,
];

const refusing = [
  String.raw`${not} (?:forward|screenshot|copy|blab|gossip|disclose|reveal|divulge|broadcast|publici[sz]e|post|tweet|discuss|bring up|talk about|spread|advertise) (?:any of )?(?:it|this|that|these|a thing|anything)(?! (?:with|to) me\b)`,
  String.raw`${not} (?:blab|gossip|quote me(?! (?:on|but)\b)|let on|let (?:it|this|that|anything) (?:slip|out|get out|leave|spread|get around)|bring (?:it|this|that) up|out me)`,
  String.raw`let'?s not (?:tell|mention|share|repeat|spread)(?! (?:me|us)\b)${ofAsking}`,
  String.raw`(?:${opening}|(?:and|so|but|please|pls) )no (?:telling${ofAsking}|blabbing|leaking|gossiping|screenshots|leaks|(?:sharing|repeating|mentioning|spreading|posting|forwarding)(?: (?:of )?(?:it|this|that|these|to|with|outside|elsewhere)|\s*(?:$|[.!,;)])))`,
  String.raw`without telling (?:anyone|anybody|a soul|people|the others)`,
  String.raw`(?:avoid|refrain from|stop) (?:telling (?:people|anyone|anybody|others|everyone)|(?:sharing|mentioning|repeating|spreading|discussing|forwarding|posting) (?:it|this|that))`,
  String.raw`(?:if|hope|rather|prefer|appreciate it if) (?:you|u|ya|yall|y'all|everyone|people) (?:didn'?t|did not|could not|would not|wouldn'?t|kept) (?:tell|share|mention|repeat|spread|say|pass|post|discuss|forward|quiet|it|this|that)(?! (?:me|us)\b)`,
  String.raw`tell (?:no ?one|no-one|nobody|not a soul)|say (?:nothing|not a word) (?:about|to|of)|not a (?:single )?(?:word|peep) (?:to (?:anyone|anybody|others|people)|about (?:it|this|that)|of (?:it|this|that)|outside|elsewhere|ok|okay|please|pls)|not a (?:single )?word(?=\s*(?:$|[.,!:)]))`,
  String.raw`(?:${nobody}|don'?t anyone|don'?t anybody) (?:tells? (?!(?:me|us|you)\b)|(?:says?|mentions?|repeats?|shares?|leaks?|breathes?) (?:it|this|that|a word|anything))${ofAsking}`,
  String.raw`${thisIsNot} (?:to be (?:shared|repeated|passed on|forwarded|quoted|discussed|mentioned|told|spread|posted|published|disclosed|circulated|public|made public|talked about|known)|for (?:the |any |general |wider )?(?:others|(?:other|outside|different) \p{L}+|anyone else|anybody else|outsiders|people outside|publi?c(?:ation)?(?! (?:use|transport))|circulation|distribution|consumption|sharing|repeating|forwarding|quoting|quotation|attribution|record|rest|outside world|internet|social media|socials|prying (?:eyes|ears)))(?!\p{L})`,
];

const marking = [
  String.raw`(?<=^\W{0,20}|[.!?\n(\[]\s{0,8})(?:(?:strictly|very|super|this is|in|so|ok|hey) ){0,2}(?:private|privately|confidential|confidentially|secret|hush|classified|internal only|off record)(?=\s*[:,)\]]|\s+[\u2014\u2013-]\s)`,
  String.raw`(?<=^\W{0,20})(?:ps{2,9}t|sh{2,9}|hush)|sh{2,9}`,
  String.raw`(?:for|to) (?:us|this (?:group|channel|chat|room|thread|team)|people here|those here|(?:our|your) (?:ears|eyes)|insiders) only(?=\s*(?:$|[.!,:;)\u2014\u2013-]))|only for (?:us|this (?:group|channel|chat|room|thread|team)|(?:our|your) (?:ears|eyes)|people here|those here)`,
  String.raw`under (?:nda|embargo|wraps)|embargoed (?:until|till)|on the (?:hush|quiet)|(?:internal|inside) use only`,
  String.raw`sworn to secrecy|swore (?:\p{L}+ )?to secrecy|pinky (?:swear|promise)|made (?:me|us) (?:promise|swear)|in (?:strict|strictest|total|complete|absolute|full|all|utmost|the strictest) (?:confidence|secrecy)|confid(?:ed|es|ing) (?:in|to) (?:me|us|you)|told (?:me|us) (?:this |that |it )?(?:in secret|as a secret|in private|on the quiet)`,
  String.raw`no word (?:of|about) (?:it|this|that)|(?:tell|let) (?:you|u|ya|yall|y'all) (?:in on )?(?:a|my|our|this) (?:\p{L}+ )?secret|(?:it'?s|is|that'?s|be) (?:our|my) (?:little |big |dirty |dark )?secret(?!\p{L}| (?:santa|sauce|recipe|ingredient|weapon))|here'?s (?:a|my) secret|keep (?:a|my|our|the|this|that) secret`,
];

/** The same in German, Spanish and French. */
const abroad = [
  String.raw`(?:das|es|dies)? ?bleibt?(?: bitte| aber)? unter uns|behalt(?:e|et)?(?: bitte)? (?:das|es)(?: bitte)? f(?:\u00fc|ue)r (?:dich|euch)|(?:nicht|nichts) weiter(?:sagen|erz(?:\u00e4|ae)hlen)|(?:sagt?|erz(?:\u00e4|ae)hlt?)(?:'s| es| das| davon)?(?: bitte)? (?:niemand(?:em|en)?|keinem)|im vertrauen`,
  String.raw`(?:que )?(?:esto |eso )?qued[ae] entre (?:nosotros|t\u00fa y yo)|no (?:se lo|lo) (?:digas|dig\u00e1is|cuentes|cont\u00e9is) a nadie|gu\u00e1rda(?:me|lo)? (?:el|este) secreto|es (?:un )?secreto`,
  String.raw`(?:que )?(?:\u00e7a|cela) reste entre nous|(?:ne )?(?:le |l')?(?:dis|dites|r\u00e9p\u00e8te|raconte)(?: \u00e7a| cela)? \u00e0 personne|garde(?:-le| \u00e7a) pour toi|c'est (?:un )?secret`,
];

const knowing = [
  String.raw`${nobody}(?:'?s|${aside} (?:is|are)) (?:supposed|meant|allowed) to (?:know|hear|see|find out)${notOfSkill}`,
  String.raw`${nobody}${aside} (?:knows?${notOfSkill}|(?:should|may|must|needs? to|has to|gets to|shall|ought to|can|will) (?:ever )?(?:know|find out${ofAsking}|learn of|learn about|get wind|be told|hear (?:of|about)))${notOfSkill}`,
  String.raw`(?:do not|don'?t|dont|rather not|would not|wouldn'?t|did not|didn'?t) (?:really )?(?:want|like|have|need) (?:anyone|anybody|everyone|everybody|people|others|it|this|that|word|(?:the|my|our) \p{L}+)(?: (?:else|here|there|at \p{L}+|outside [^.!?,\n]{1,25}?|in (?:the|my|this) \p{L}+))? (?:to (?:know${notOfSkill}|find out${ofAsking}|hear (?:of|about)|learn (?:of|about)|get (?:out|around|about)|leak|spread|be (?:known|public|shared|spread|out)|leave ${here})|knowing|finding out|hearing (?:of|about)|getting (?:out|around|about)|spreading|leaking|out in the open)`,
  String.raw`(?:rather|prefer|prefer it|hope|glad|better)(?: if| that)? (?:(?:nobody|no ?one)(?: else)? (?:knew|know|knows|found out|finds out|heard)|(?:people|others|they|the \p{L}+|my \p{L}+) (?:didn'?t|did not|don'?t|never) (?:know|find out|hear))${notOfSkill}`,
  String.raw`(?:this|that|it|word)(?: (?:must|should|can|may)(?: ?n'?t| not|not)| can'?t) (?:get (?:out|around|about)|leak|spread|become public)`,
  String.raw`only (?:us|we|you|the (?:two|three|four|five|few|\d+) of us|(?:the )?people (?:here|in (?:here|this \p{L}+))|this (?:group|channel|chat|room|thread|team)|those (?:here|in (?:here|this \p{L}+))|(?:a )?few people|\p{L}+ and (?:i|me)) (?:may |can |should |are (?:allowed|supposed) to |is (?:allowed|supposed) to |gets? to )?(?:knows?|hear)(?= (?:this|it|that|about|so far|now)|\s*(?:$|[.!,;:)]))`,
  String.raw`(?:you(?:'re| are)|ur|u are) the (?:only|first) (?:one|ones|person|people|two) (?:who knows?|that knows?|to know|i(?:'ve| have)? (?:told|tell))(?! how)`,
  String.raw`not (?:common|general|public) knowledge|not (?:widely|publicly|generally) (?:known|announced)|not official yet|(?:i|we)(?:'ve| have)?(?: ?n'?t| not|n'?t) (?:announced (?:it|this|that)|made (?:it|this|that) public|gone public|shared (?:it|this|that))|(?:before|until|till) (?:it|this|that)(?:'s| is| has been| gets) (?:announced|public|official)`,
];

/** Every wording of it. */
export const confiding: readonly string[] = [...staying, ...refusing, ...marking, ...knowing, ...abroad].map(
  (wording) => String.raw`(?<![\p{L}\p{N}])(?:${wording})(?![\p{L}\p{N}])`,
);
