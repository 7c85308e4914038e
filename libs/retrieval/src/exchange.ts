import { onlyAsks } from './asking.js';

/** One line of a place, as far as it tells what it goes on with. */
export interface SpokenLine {
  readonly id: string;
  readonly speakerId: string | null;
  readonly text: string;
  readonly at: Date;
  /** The line that it replies to by its platform. */
  readonly repliesTo: string | null;
}

const minute = 60_000;
/** An answer that nobody marked as a reply comes soon, or is one to something else. */
const answeredWithin = 15 * minute;
const goesOnWithin = 3 * minute;
const mostAnswers = 2;

/** A line that begins so speaks on of what the line before it named. */
const speaksOn =
  /^\W*(?:and |but |also )?(?:he|she|it|they|her|his|its|their|that|this|which|er|sie|es|ihr|sein|elle|il|son|sa|él|ella|su)(?:['\u2019]\p{L}+)?\s/iu;

const isSoon = (line: SpokenLine, after: SpokenLine, within: number): boolean =>
  line.at.getTime() - after.at.getTime() <= within;

const answersTo = (question: SpokenLine, later: readonly SpokenLine[]): readonly SpokenLine[] => {
  const replies = later.filter((line) => line.repliesTo === question.id && !onlyAsks(line.text));
  if (replies.length > 0) return replies.slice(0, mostAnswers);
  const end = later.findIndex((line) => line.repliesTo !== null || onlyAsks(line.text));
  return later
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line.speakerId !== question.speakerId && isSoon(line, question, answeredWithin))
    .slice(0, mostAnswers);
};

/**
 * The lines without which this one is half of what was said: what others answered to a question, and what its speaker
 * went on to say of what it names. `later`: what came after it in its place, the first first, as far as the reader may hear it.
 */
export const goesOnWith = (line: SpokenLine, later: readonly SpokenLine[]): readonly SpokenLine[] => {
  if (onlyAsks(line.text)) return answersTo(line, later);
  const [next] = later;
  const goesOn =
    next !== undefined &&
    next.speakerId === line.speakerId &&
    isSoon(next, line, goesOnWithin) &&
    !onlyAsks(next.text) &&
    speaksOn.test(next.text);
  return goesOn ? [next] : [];
};
