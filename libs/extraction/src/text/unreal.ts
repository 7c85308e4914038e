import { anyCase, proven } from '#safety';

const opens = anyCase(
  proven({
    id: 'imagined',
    pattern:
      /^\W*(?:(?:ok(?:ay)?|so|well|and|now|hey|lol|haha|just)\W+)*(?:(?:let'?s|let us) (?:all |just )?(?:pretend|imagine|say|suppose|assume|act like)|(?:pretend|imagine|suppose|picture (?:this|it)|play along)\b|(?:i )?(?:like to |love to )?(?:pretend|imagine|daydream|fantasi[sz]e) (?:that )?(?=i\b|i'm|we\b|my\b)|in (?:the|this|a|my|that|our) (?:new |next |school |old |current |last |latest |dnd |d&d |rpg |minecraft |sims |board |video |computer )*(?:game|campaign|play|musical|sitcom|series|sims|server lore|lore|simulation|film|movie|book|novel|story|script|screenplay|song|dream|dreams|nightmare|fantasy|fanfic|fan fiction|roleplay|role play|imagination|head|next life|parallel universe|alternate universe|perfect world|ideal world),? (?!(?:i|we) (?:wrote|write|read|like|love|liked|loved|watched|saw|made|mentioned)\b|i'?m (?:writing|reading|watching)\b)(?:(?:it'?s like|where) )?(?=i\b|i'm|im\b|we\b|my\b)|in (?:another|a different|some other) (?:life|universe|world|timeline|reality)\b|(?:my|our|his|her) (?:[\p{L}&-]+ )?(?:character|oc|avatar|sim|persona|player character|pc)(?:'s| is| was| has| lives| can)\b|(?:i |we |last night i |i once )?(?:just )?(?:dreamt|dreamed|daydreamed|hallucinated|fantasi[sz]ed) (?:that |of |about )?|(?:i |last night i )?(?:just )?(?:had|have) (?:a|this|the) (?:[\p{L}-]+ )?(?:dream|nightmare)\b|last night i (?:dreamt|dreamed)|\((?:[\p{L}'-]+ ){0,5}voice\)|(?:me|him|her|you|\p{L}+) (?:pretending|acting like|when i pretend)\b|(?:nobody|no ?one|none of (?:them|you|us)|hardly anyone) (?:ever |really |actually |here )?(?:believe[sd]?|thinks?|thought|would (?:believe|think|guess)|will (?:believe|think)|said|says|buys|bought)\b|(?:(?:tinder|hinge|insta|linkedin|dating|profile|twitter|my|his|her) )+(?:bio|profile|caption)\s*:|me to (?:my |the |a )?[\p{L}'-]+(?: [\p{L}'-]+)?\s*:|(?:my |the |our )?(?:pov|(?:day ?)?dream|fantasy|headcanon|fanfic|plot|roleplay|rp|hypothetical(?:ly)?|hypothetical scenario|what if|parallel universe|alternate universe)\s*[:\u2014-]+\s*(?=i\b|i'm|im\b|we\b|my\b))/u,
    yes: ["let's pretend we are pirates", 'in my dream i fly', 'nobody believes me'],
    no: ['i dream of brno', 'we play a game'],
  }),
);
const closes = anyCase(
  proven({
    id: 'wishful',
    pattern:
      /\b(?:(?:when|once|as soon as|the day) (?:[^\s.,;]+ ){0,3}(?:(?:win|wins|hit|hits) (?:the |a )?(?:lottery|lotto|jackpot)|(?:lottery|lotto|jackpot|ship) (?:comes|pays)|pigs (?:can )?fly|hell freezes|(?:am|is|are|become|becomes) (?:a )?(?:millionaires?|billionaires?|filthy rich))\b|in (?:my|your|his|her) (?:wildest )?dreams\b|\bcan(?:['\u2019]?t| ?not) wait (?:to|for|until|till)\b|in another (?:life|universe)\b|in a parallel universe\b)/u,
    yes: ['when i win the lottery', 'in my wildest dreams', "i can't wait to leave"],
    no: ['when i win', 'i can wait'],
  }),
);

const laughs = anyCase(
  /[\u{1F602}\u{1F923}\u{1F643}\u{1F61C}\u{1F61D}\u{1F609}\u{1F92A}\u{1F644}]|(?:^|\s)(?:lmao|lmfao|xd|rofl)\b|;-?\)/u,
);
/** "Oh great, the lift is broken": praise of what is none. */
const mocks = anyCase(
  proven({
    id: 'sighed',
    pattern:
      /^\W*(?:yeah[\s,]+(?:right|sure)|as if|oh sure|sure[\s,]+and)\b|^\W*(?:(?:oh|ah|ugh|well|yay|ooh|wow|just|how)[\s,]+)(?:so |absolutely |simply |just )*(?:great|wonderful|fantastic|lovely|perfect|brilliant|fabulous|marvellous|awesome|amazing|terrific)[\s,.!:]+(?:the|another|again|more|my|now|it|they|somebody|someone|no|\p{L}+day)\b/u,
    yes: [
      'yeah right and i rule',
      'oh great, another meeting',
      'just wonderful: monday',
      'how lovely, it rains',
    ],
    no: ['great meeting', 'oh, another meeting'],
  }),
);
/** Said for a laugh, or the other way round: whatever it states is hardly meant. */
export const isMocking = (text: string): boolean => laughs.test(text) || mocks.test(text);

/** Played, dreamt, doubted or put off until never: told as it is not. */
export const isUnreal = (sentence: string): boolean => opens.test(sentence) || closes.test(sentence);
