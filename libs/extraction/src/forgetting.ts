/** What may stand before an order to the one who remembers; told of others, it is none. */
const ordering = String.raw`(?:^|[.!?\n]\s*|\b(?:and|then|so|but)\s+)(?:[\s\W]*(?:@?[\p{L}\p{N}_]+[,:]\s*)?(?:<@!?\w+>|@[\p{L}\p{N}_.-]+|hey|hi|ok|okay|please|pls|kindly|now|just|also|can you|could you|would you|will you|i want you to|i(?:'d| would) like you to|you (?:can|should|must|may))\b[\s,:]*)*`;
const forgetMe = new RegExp(
  ordering +
    String.raw`(?:forget|delete|erase|remove|wipe|purge)\s+(?:(?:about )?(?:everything|all|anything|every ?thing|whatever|all (?:of )?(?:the |your )?(?:data|memories|information|info))\s*(?:(?:that )?you (?:know|have|remember|stored?|saved?|learned|learnt)\s*)?(?:about|on|of|concerning|regarding)\s+me\b|(?:all my (?:data|memories|information|info|facts)|my data|my memories|every memory (?:of|about) me)\b(?! (?:not|too|in|from|out)))`,
  'iu',
);
/** Said among people, these mean the moment ("forget me, take Ana"); only to the agent do they mean its memory. */
const forgetMeToAgent = new RegExp(
  ordering +
    String.raw`(?:forget|delete|erase|remove|wipe|purge)\s+(?:me(?=(?: (?:please|pls|now|completely|entirely|for good))*\s*(?:[.!]|$))|(?:everything|all) (?:that )?i(?:'ve| have)? (?:ever )?(?:said|told you)\b(?! about))`,
  'iu',
);
const forgetWhat =
  /(?:^|[.!?,;\n]\s*|(?:<@!?\w+>|@[\p{L}\p{N}_.-]+)\s+|\b(?:please|pls|can you|could you|kindly|you can|you should|then)\s+)(?:forget|delete|erase|remove|disregard|unlearn|scrub|drop|discard|retract|ignore)\s+(?:about\s+)?(?:that\s+(?!i\b.{0,3}$)|what (?:i|we) (?:just )?(?:said|told you|mentioned|wrote)\s*(?:about|regarding|on|re)?\s*|the (?:fact|memory|note|thing|entry|record|part) (?:that |about |of |on )?|my |(?=i\b|i['\u2019])|everything (?:about|regarding) (?!me\b)|everything about (?!me\b)|anything about (?!me\b))(.{0,160}?)(?:[.!?\n]|$)/iu;
const treated =
  /(.{3,120}?)\s+(?:should|must|is to|are to|can) (?:now )?be (?:treated|considered|regarded) as (?:deleted|forgotten|removed|void|obsolete)/iu;
const thatOf = String.raw`(?:that|it|this|what i (?:just )?(?:said|wrote|told you)|my last (?:message|statement|remark)|the last (?:thing|message|one|bit)|(?:that )?i (?:ever )?(?:said|mentioned|told you|wrote) (?:that|it|this|anything|so|any of (?:that|this|it)))`;
const before = String.raw`^(?:\W*(?:please|pls|ok|okay|actually|oh|hey|no|wait|sorry|hm+|(?:never ?mind|nvm)|<@!?\w+>|@[\p{L}\p{N}_.-]+|[\p{L}\p{N}_-]+(?=[,:])|can you|could you|you can|just)[^\p{L}\p{N}@<]*)*`;
const forgetThat = new RegExp(
  `${before}(?:forget|delete|erase|scratch|disregard|remove|strike|unlearn|nevermind) (?:about )?${thatOf}(?:[ ,]+(?:please|pls|again|ok|okay))*(?:, *@?[\\p{L}\\p{N}_.-]+)?\\W*$`,
  'iu',
);
/** "Scratch that, I'm moving to Bergen": the last statement goes, and another is made. */
const instead = new RegExp(
  `${before}(?:scratch|forget|strike|disregard) ${thatOf}\\s*[,;:.\u2014-]+\\s+(?=\\S)`,
  'iu',
);

export type Forgetting =
  | { readonly kind: 'about-me' }
  /** Said among people it names nothing and asks nobody: "forget it" is talk. `rest`: as below. */
  | { readonly kind: 'idle'; readonly rest: number | null }
  /** `rest`: where the message goes on to state something, after "scratch that, …". */
  | { readonly kind: 'what'; readonly what: string | null; readonly rest: number | null };

const lastSaid = (isToAgent: boolean, rest: number | null): Forgetting =>
  isToAgent ? { kind: 'what', what: null, rest } : { kind: 'idle', rest };

/** `isToAgent`: said to it alone, or to it by name. What erases everything cannot be taken back, so it has to be clear. */
export const forgettingOf = (text: string, isToAgent: boolean): Forgetting | null => {
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
  const plain = text.replace(/\u2019/gu, "'");
  if (forgetMe.test(plain) || (isToAgent && forgetMeToAgent.test(plain))) return { kind: 'about-me' };
  if (forgetThat.test(plain)) return lastSaid(isToAgent, null);
  const again = instead.exec(plain);
  if (again) return lastSaid(isToAgent, again[0].length);
  const deleted = /\bas (?:deleted|forgotten|removed|void|obsolete)/iu.test(text)
    ? treated.exec(text)?.[1]?.trim()
    : undefined;
  if (deleted !== undefined) return { kind: 'what', what: deleted, rest: null };
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
  return named === '' ? lastSaid(isToAgent, null) : { kind: 'what', what: named, rest: null };
};
