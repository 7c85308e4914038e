/** "Tell me", "I just need to know", "please repeat": asking to be told, without a question mark. */
const wish =
  /^(?:\W*(?:please|pls|ok|okay|so|then|and|but|well|just|at least|again|hey|hi|also|maybe|now|quick question|one more thing)\b)*\W*(?:(?:(?:can|could|would|will) (?:you|somebody|someone|anyone|we)|you (?:can|could)) (?:\w+ )?)?(?:(?:tell|remind|give|show|send|read) (?:me|us)\b|let me (?:know|hear)\b|(?:repeat|restate|recap|summari[sz]e|confirm|clarify|explain|read back|say|compare|list)\b(?! that (?:i|we)\b))/iu;
const need =
  /^(?:\W*(?:please|ok|okay|so|then|and|but|well|hey|hi|also)\b)*\W*i(?:'d|’d| would)? (?:\w+ )?(?:need|want|like|wish)(?: \w+)? to (?:know|hear|ask|find out)\b(?! my\b)|^\W*i(?:'m| am) (?:just )?(?:wondering|curious|asking)\b|^\W*(?:just )?(?:wondering|curious) (?:if|whether|what|who|when|where|how|why)\b|^\W*i (?:\w+ )?wonder\b/iu;
/** "If I drive, just tell me whether …": what comes before the request is its ground, not news. */
const ground = /^\W*(?:if|since|because|as|so that|before|after|when|while|for)\b[^,]*,\s*/iu;

const sentencesOf = (text: string): readonly string[] =>
  (text.match(/[^.!?\n]+(?:[.!?]+(?=\S)[^.!?\n]+)*[.!?]*/gu) ?? []).filter((part) =>
    /[\p{L}\p{N}]/u.test(part),
  );

/** "Find it for me", "fill in the rest": an errand in words alone. */
const errand =
  /^\W*(?:please\s+)?(?:find|finish|complete|fill in|look up|check|verify|restore|recover|reconstruct|retrieve|pull up|bring up|get|read|spell|give)\b.*\b(?:for|to) (?:me|us)\W*$/iu;
/** "I only need the gate number." Why one asks, where one asks. */
const reason =
  /^\W*i(?:'m| am|'ll| will)? (?:only|just) (?:need|want|ask(?:ing)?|check(?:ing)?|help(?:ing)?)\b/iu;

const isAsking = (sentence: string): boolean => {
  if (/\?["'”’)\]\s]*$/u.test(sentence)) return true;
  const core = sentence.replace(ground, '');
  return wish.test(core) || need.test(core) || errand.test(core);
};

/** Only asks, be it with a question mark or without: it may stand near an answer, and holds none. */
export const onlyAsks = (text: string): boolean => {
  const sentences = sentencesOf(text);
  return (
    sentences.some(isAsking) && sentences.every((sentence) => isAsking(sentence) || reason.test(sentence))
  );
};

const asksForQuestions =
  /\b(?:what|who|whom|which|when|where|how|did|does|do|has|have|had|any|list|show)\b[^.?!]{0,200}\b(?:ask|asks|asked|asking|questions?|requests?|requested)\b/iu;

/** What people asked is itself what is asked for. */
export const wantsQuestions = (query: string): boolean => asksForQuestions.test(query);
