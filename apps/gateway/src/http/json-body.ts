import { deepestDocument, depthOfJson } from '#contracts';
import { ProblemError } from './problem.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const checkMediaType = (contentType: string | undefined, accepted: readonly string[]): void => {
  const [mediaType = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!accepted.includes(mediaType) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'))
    throw new ProblemError('unsupported-media-type', `Send ${accepted.join(' or ')} in UTF-8.`);
};

const decoded = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError('malformed', 'The body is not valid UTF-8.');
  }
};

/** The JSON document of a body. Throws the problem to print; never echoes the body. */
export const readJson = (
  bytes: unknown,
  contentType: string | undefined,
  accepted: readonly string[],
): unknown => {
  checkMediaType(contentType, accepted);
  if (!(bytes instanceof Uint8Array) || bytes.byteLength === 0)
    throw new ProblemError('malformed', 'The body is empty.');
  const text = decoded(bytes);
  if (depthOfJson(text) > deepestDocument)
    throw new ProblemError('invalid', 'The body is nested too deep.', [
      { path: '', message: `is nested deeper than ${deepestDocument}` },
    ]);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the body.
    throw new ProblemError('malformed', 'The body is not valid JSON.');
  }
};
