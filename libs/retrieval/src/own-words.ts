/** A word by itself, whatever letters it is written in. */
const anyOf = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.trim().replaceAll(/\s+/gu, '|')})(?![\\p{L}\\p{N}])`, 'iu');

/** By which a writer speaks of themselves, in the languages that facts are drawn from. */
const firstPerson = anyOf(
  `i im ive my mine me myself ich mein meine meinen meinem meiner mir mich yo mi mis soy tengo estoy je j moi mon ma mes`,
);
/** By which they speak to somebody, who may be the one asked about. */
const secondPerson = anyOf(
  `you u ur youre your yours du dir dich dein deine deinen deinem deiner ihr euch sie ihnen tu tú te ti tus usted vous toi votre vos`,
);
/** Asks for somebody: whoever answers speaks of themselves. */
const forSomebody = anyOf(
  `who whom whose whos anyone anybody someone somebody everyone everybody they them people others
  wer wem wen wessen jemand qui quelqu quién quien quiénes quienes alguien`,
);

/** Somebody's words about themselves alone: "my cat is called Miso" answers nobody who asks of another's cat. */
export const speaksOfItsWriter = (text: string): boolean =>
  firstPerson.test(text) && !secondPerson.test(text);

/** "Who waters plot 12?", "did anyone find my keys?": the answer may be whoever writes it. */
export const asksForSomebody = (query: string): boolean => forSomebody.test(query);
