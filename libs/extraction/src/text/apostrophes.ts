const within =
  /(?<=[\p{L}\p{N}])[\u2018\u2019\u02bc\uff07\u00b4](?=\p{L})|(?<=\p{L})`(?=(?:t|s|re|ll|ve|d|m)(?![\p{L}`]))/giu;
const any = /[\u2018\u2019\u02bc\uff07\u00b4`]/u;
const after = /(?<=\p{L})[\u2019\u02bc]/gu;

/**
 * The text with every apostrophe as `'`, and as long as it was: phones write "don’t". The quotation marks ‘…’ stay.
 *
 * INVARIANT: what a message says is read from this and never from the text itself; patterns know only `'`. A pattern that
 * met ’ once took "this isn’t for the other channel" for anybody's to hear.
 */
export const withPlainApostrophes = (text: string): string => {
  if (!any.test(text)) return text;
  const plain = text.replace(within, "'");
  return plain.includes('\u2018') ? plain : plain.replace(after, "'");
};
