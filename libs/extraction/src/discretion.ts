/** What the speaker asks about who may hear it, anywhere in the message. */
export interface Discretion {
  readonly confided: boolean;
  /** Names that may know all the same: "only Ana may know". */
  readonly except: readonly string[];
  readonly releasedTo: readonly string[];
  readonly released: boolean;
}

const confided =
  /\b(?:(?:keep|keeping) (?:it|this|that|things?) (?:just )?(?:between|quiet|secret|private|confidential|to (?:yourself|yourselves|you)|under wraps|on the down ?low|low key|off the record)|keep (?:it )?(?:a secret|mum|quiet)|(?:just )?between (?:us|you and (?:me|i)|the two of us|ourselves)|(?:do not|don'?t|dont|please do not|never|not to|must not|should not|shouldn'?t) (?:you )?(?:tell|mention|share|repeat|spread|let|say (?:anything|a word|it)|breathe|pass (?:it|this|that) on|spill|leak)(?!.{0,12}\b(?:me)\b)|(?:in|strict) confidence|in strictest confidence|told (?:me|us) (?:this |that )?(?:privately|secretly|in private)|confidentially|strictly confidential|off the record|(?:this|that|it)(?:'s| is) (?:a secret|confidential|private|not public|hush)|top secret|hush[- ]hush|on the (?:down ?low|dl|qt)|nobody (?:else )?(?:knows|is supposed to know|should know|may know)|no ?one (?:else )?(?:knows|is supposed to know|should know|may know|must know)|haven'?t told (?:anyone|anybody|him|her|them|my|the)|have not told (?:anyone|anybody)|not (?:public|announced|common knowledge) yet|can'?t know (?:yet|about)|(?:must|should)(?:n'?t| not) (?:know|find out|hear)|do(?:es)?n'?t know (?:yet|about it yet)|mum'?s the word|for your (?:eyes|ears) only|stays? (?:in (?:here|this (?:room|channel|chat))|between us|here)|only (?:\w+ )?(?:may|can|should) know|secretly)\b/iu;
const only =
  /\bonly ((?:@?\p{L}[\p{L}\p{N}_.-]*)(?:(?:,| and| or) @?\p{L}[\p{L}\p{N}_.-]*)*) (?:may|can|should|is allowed to|are allowed to|gets? to) (?:know|hear|see|read)/iu;
const except =
  /\b(?:tell|share (?:it |this )?with|let) (?:anyone|anybody|no ?one|nobody) (?:else )?(?:but|except|besides|other than) ((?:@?\p{L}[\p{L}\p{N}_.-]*)(?:(?:,| and| or) @?\p{L}[\p{L}\p{N}_.-]*)*)/iu;
const release =
  /\b(?:you (?:can|may|could) (?:now )?(?:tell|share (?:it|this|that) with|let)|(?:feel free|it'?s (?:ok|okay|fine|alright)|no problem|happy for you|you'?re (?:free|welcome)) (?:to|if you) (?:tell|share (?:it |this |that )?with|let)) ((?:@?\p{L}[\p{L}\p{N}_.-]*)(?:(?:,| and| or) @?\p{L}[\p{L}\p{N}_.-]*)*)/iu;
const released =
  /\b(?:not a secret (?:any ?more|any longer)|no longer (?:a )?(?:secret|private|confidential)|you can (?:share|spread|post|tell people about) (?:it|this|that)|feel free to share|(?:it|this|that)(?:'s| is) public now|ok(?:ay)? to share (?:it|this|that)?)\b/iu;

const filler = new Set([
  'know',
  'about',
  'it',
  'this',
  'that',
  'now',
  'him',
  'her',
  'them',
  'me',
  'us',
  'people',
  'everyone',
  'anyone',
  'you',
  'the',
  'my',
  'a',
  'who',
]);
const namesIn = (list: string | undefined): readonly string[] =>
  (list ?? '')
    .split(/,| and | or /u)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !filler.has(name.toLowerCase()));

const hint =
  /secret|tell|told|share|between|confiden|quiet|private|record|know|mention|repeat|wraps|public|hush|mum|only|spread|stay|down ?low|leak|spill|secretly/iu;
const none: Discretion = { confided: false, except: [], releasedTo: [], released: false };

export const discretionOf = (text: string): Discretion => {
  if (!hint.test(text)) return none;
  const plain = text.replace(/\u2019/gu, "'");
  const releasedTo = namesIn(release.exec(plain)?.[1]);
  const free =
    releasedTo.length > 0 ||
    released.test(plain) ||
    /\b(?:everyone|everybody|anyone)\b/iu.test(release.exec(plain)?.[1] ?? '');
  const allowed = [...namesIn(only.exec(plain)?.[1]), ...namesIn(except.exec(plain)?.[1])];
  return {
    confided: allowed.length > 0 || (confided.test(plain) && !free && !/\?\s*$/u.test(plain)),
    except: allowed,
    releasedTo,
    released: free,
  };
};

const forgetMe =
  /\b(?:forget|delete|erase|remove|wipe|purge)\s+(?:everything|all|anything|every ?thing|whatever|all (?:of )?(?:the |your )?(?:data|memories|information|info))\s*(?:(?:that )?you (?:know|have|remember|stored?|saved?|learned)\s*)?(?:about|on|of|concerning|regarding)\s+me\b|\b(?:forget|delete|erase) (?:me|all my (?:data|memories|information|info|facts)|my data|my memories)\b(?! (?:not|too))|\bforget (?:everything|all) (?:I|i)(?:'ve| have)? (?:ever )?(?:said|told you)\b/iu;
const forgetWhat =
  /(?:^|[.!?,;\n]\s*|\b(?:please|pls|can you|could you|kindly|you can|you should|then)\s+)(?:forget|delete|erase|remove|disregard|unlearn|scrub|drop|discard|retract|ignore)\s+(?:about\s+)?(?:that\s+(?!i\b.{0,3}$)|what (?:i|we) (?:just )?(?:said|told you|mentioned|wrote)\s*(?:about|regarding|on|re)?\s*|the (?:fact|memory|note|thing|entry|record|part) (?:that |about |of |on )?|my |everything about (?!me\b)|anything about (?!me\b))(.{0,160}?)(?:[.!?\n]|$)/iu;
const treated =
  /(.{3,120}?)\s+(?:should|must|is to|are to|can) (?:now )?be (?:treated|considered|regarded) as (?:deleted|forgotten|removed|void|obsolete)/iu;
const forgetThat =
  /^(?:\W*(?:please|pls|ok|actually|oh|hey|no)\W+)*(?:forget|delete|erase|scratch|disregard|nevermind) (?:that|it|this|what i (?:just )?said)\W*$/iu;

export type Forgetting =
  { readonly kind: 'about-me' } | { readonly kind: 'what'; readonly what: string | null };

export const forgettingOf = (text: string): Forgetting | null => {
  if (
    !/forget|delete|erase|remove|wipe|purge|disregard|unlearn|scrub|drop|discard|retract|scratch|ignore|treated|considered|regarded/iu.test(
      text,
    )
  )
    return null;
  if (
    /\b(?:do not|don'?t|dont|never|won'?t|will not|can'?t|cannot|did not|didn'?t) (?:forget|delete|erase|remove)/iu.test(
      text,
    )
  )
    return null;
  if (forgetMe.test(text)) return { kind: 'about-me' };
  if (forgetThat.test(text)) return { kind: 'what', what: null };
  const deleted = /treated|considered|regarded/iu.test(text) ? treated.exec(text)?.[1]?.trim() : undefined;
  if (deleted !== undefined) return { kind: 'what', what: deleted };
  const what = forgetWhat.exec(text);
  if (!what || (/\?\s*$/u.test(text) && !/\b(?:can|could) you\b/iu.test(text))) return null;
  // "delete my /etc/fstab", "remove the driver": orders about files are not about memories.
  const named = (what[1] ?? '').trim();
  if (
    /^(?:\s*)(?:delete|remove|drop|ignore)/iu.test(
      what[0].replace(/^[^\p{L}]*(?:please|pls|can you|could you)?\s*/iu, ''),
    ) &&
    !/\b(?:said|told|mentioned|memory|note|fact|address|birthday|number|email|name|job|salary|health|pronouns|location|city|diagnosis)\b/iu.test(
      what[0],
    )
  )
    return null;
  return { kind: 'what', what: named === '' ? null : named };
};
