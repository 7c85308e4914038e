/** A pure function of a text that remembers its last answer: one message is asked the same by several rules in a row. */
export const lastOf = <Answer>(answer: (text: string) => Answer): ((text: string) => Answer) => {
  let last: { readonly text: string; readonly answer: Answer } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, answer: answer(text) };
    return last.answer;
  };
};
