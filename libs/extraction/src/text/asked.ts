import { opensQuestion } from './pieces.js';
import { isWord, tokenize } from './tokens.js';

/** Whether a message asks, with its mark or without it: "how is Jonas", "did she call? 🙂". */
export const isAsked = (text: string): boolean =>
  /\?["')\s\p{Extended_Pictographic}]*$/u.test(text.slice(-40)) ||
  opensQuestion(tokenize(text, 0).filter(isWord));
