import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback, type KithConfig } from '#config';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether an app that knows no keys tells its numbers: to this machine where nobody else can connect, else to whoever shows
 * the operator's key that it was started with.
 */
export const mayReadNumbers = (
  { host, operatorKey }: Pick<KithConfig, 'host' | 'operatorKey'>,
  authorization: string | undefined,
): boolean => {
  if (isLoopback(host)) return true;
  const [, key] = /^bearer +(\S+) *$/iu.exec(authorization ?? '') ?? [];
  if (operatorKey === null || key === undefined) return false;
  return timingSafeEqual(digestOf(key), digestOf(operatorKey.reveal()));
};
