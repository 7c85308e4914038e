import type { ExtractedFact } from '../fact-extractor.js';

/** What names no thing: the words that tell of its deadline, and those that only join. */
const ofDeadline = /^(?:deadline|deadlines|due|date|cutoff|submission)$/u;
const joining = /^(?:the|a|an|of|for|on|in|to|our|my|new|final|current|updated|revised|latest)$/u;

interface Matter {
  readonly topic: string | null;
  readonly value: string | null;
}

/**
 * One topic for what several wordings say of one thing: "deadline for the survey is Dec 12" and "the survey is due Dec 19"
 * both say when the survey is due, and the later one replaces the other.
 */
export const oneMatter = (topic: string | null, value: string | null): Matter => {
  if (topic === null) return { topic, value };
  const [, words = ''] = /^(?:matter|noted):(.+)$/u.exec(topic) ?? [];
  const said = words.split(' ').filter((word) => !joining.test(word));
  if (!said.some((word) => /^(?:deadlines?|due)$/u.test(word)) && !/^due\b/u.test(value ?? ''))
    return { topic, value };
  const thing = said.filter((word) => !ofDeadline.test(word));
  return thing.length === 0
    ? { topic, value }
    : {
        topic: `due:${thing.toSorted().join(' ')}`,
        value: value?.replace(/^(?:now )?(?:due )?(?:on |by |at )?/u, '') ?? null,
      };
};

const isOfSame = (one: ExtractedFact, other: ExtractedFact): boolean =>
  one.topic !== null &&
  one.topic === other.topic &&
  one.value !== other.value &&
  JSON.stringify(one.subjects) === JSON.stringify(other.subjects);

/**
 * Of what one message says on one topic, the last stands: "my boss Verena quit, my new boss is Luc". All of it was said at
 * once, so nothing else would tell which is the later. What may well be so besides ("not vegan anymore, I eat eggs") is
 * kept, and replaces nothing.
 */
export const lastOfEach = (facts: readonly ExtractedFact[]): readonly ExtractedFact[] =>
  facts.flatMap((fact) => {
    const isLast = !facts.some((other) => other.start > fact.start && isOfSame(fact, other));
    if (isLast) return [fact];
    return fact.topic?.startsWith('kin:') === true ? [] : [{ ...fact, topic: null, value: null }];
  });
