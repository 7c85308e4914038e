import { proven } from '#safety';

const yes = proven({
  id: 'yes',
  pattern:
    /^(?:yes|yep|yeah|yup|ya|yea|yh|aye|correct|right|indeed|sure|affirmative|definitely|exactly|of course|i do|i am|i have|i will|we do|we are)\b/iu,
  yes: ['Yes', 'of course we are', 'I do'],
  no: ['no', 'yesterday'],
});
const no = /^(?:no|nope|nah|negative|not anymore|not any more|never|i don't|i do not|i'm not|not really)\b/iu;
export const vague = proven({
  id: 'vague',
  pattern:
    /\b(?:idk|dunno|not sure|depends|maybe|guess|whatever|same|it|that|this|there|you|your|lol|nothing|anything|none|why|what|secret|somewhere|thanks|ok)\b|\?/iu,
  yes: ['maybe', 'it depends', 'why?'],
  no: ['brno', 'two cats'],
});

/** An answer, with what is told after yes or no. */
export interface Reply {
  readonly said: string;
  readonly yes: boolean;
  readonly no: boolean;
  /** What is told after yes or no. */
  readonly rest: string;
}
export const replyOf = (text: string): Reply => {
  const said = text
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(/^(?:it's|its|i'm|im|well,?)\s+/iu, '');
  const isYes = yes.test(said);
  const isNo = !isYes && no.test(said);
  const rest = said.replace(isYes ? yes : no, '').replace(/^[\s,.!:;-]+/u, '');
  return { said, yes: isYes, no: isNo, rest: isYes || isNo ? rest : said };
};
