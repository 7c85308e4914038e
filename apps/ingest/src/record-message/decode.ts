import {
  carriedEventSchema,
  deepestDocument,
  depthOfJson,
  documentFault,
  eventConfinementErrors,
  fieldErrors,
  messageEventSchema,
  reachHeader,
  reachOfAll,
  secretSaidIn,
  type MessageEvent,
  type SaidSecret,
} from '#contracts';
import type { FieldError } from '#domain';
import { credentialInIdentifiers, withoutCredentials } from '#safety';
import { platformHeader, type Delivery } from '#messaging';
import { traceparentIn } from '#observability';

/** An event with the moment at which the bus took it: no time in it is later. */
export interface Received {
  readonly event: MessageEvent;
  readonly receivedAt: Date;
  /** Of the trace that it came in. */
  readonly traceparent: string | null;
  /** The key that brought it is of no agent and no platform alone. */
  readonly reachesAll: boolean;
}
export type Decoded =
  | (Received & { readonly ok: true; readonly said: SaidSecret | null })
  | { readonly ok: false; readonly cause: string };

/** The edge gives every event that it takes one. */
const edgeHeader = 'x-correlation-id';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Moments of receipt, each later than the one before of the same batch: what came with times that had not come yet stays
 * in the order in which it came.
 */
const receipts = () => {
  let stored = Number.NaN;
  let passed = 0;
  return (storedAt: Date): Date => {
    passed = storedAt.getTime() === stored ? passed + 1 : 0;
    stored = storedAt.getTime();
    return new Date(stored + passed);
  };
};

/** What an adaptor that a broker holds to one platform says of another. */
const beyondPlatform = (headers: Delivery['headers'], { data }: MessageEvent): readonly FieldError[] => {
  const platform = headers[platformHeader];
  return platform === undefined ? [] : eventConfinementErrors({ platform }, data);
};

/** Reads bytes from the bus, as an adaptor published them. The cause names fields, never their values. */
export const messageEventDecoder = () => {
  let receivedAt = new Date(0);
  // Built once: making a schema costs more than a hundred uses of it.
  const carried = carriedEventSchema(() => receivedAt);
  const published = messageEventSchema(() => receivedAt);
  const receipt = receipts();
  return ({ body, headers, storedAt }: Pick<Delivery, 'body' | 'headers' | 'storedAt'>): Decoded => {
    let document: unknown;
    try {
      const text = strictUtf8.decode(body);
      // What is nested without end would run out of stack, and take its neighbours along.
      if (depthOfJson(text) > deepestDocument)
        return { ok: false, cause: `is nested deeper than ${String(deepestDocument)}` };
      document = JSON.parse(text);
    } catch {
      return { ok: false, cause: 'is not JSON in UTF-8' };
    }
    // INVARIANT: the same as at the edge, in its words: what no store can keep would fail for the whole batch.
    const fault = documentFault(document) ?? credentialInIdentifiers(document);
    if (fault) return { ok: false, cause: `${fault.path}: ${fault.message}` };
    receivedAt = receipt(storedAt);
    // What an adaptor published by itself has seen no edge, which checks lengths before marks stand in place of credentials.
    const parsed = (edgeHeader in headers ? carried : published).safeParse(document);
    const errors = parsed.success ? beyondPlatform(headers, parsed.data) : fieldErrors(parsed.error);
    // Whoever published it: the edge cuts credentials out, and another publisher may not.
    if (parsed.success && errors.length === 0)
      return {
        ok: true,
        event: withoutCredentials(parsed.data),
        receivedAt,
        traceparent: traceparentIn(headers),
        reachesAll: headers[reachHeader] === reachOfAll,
        said: secretSaidIn(parsed.data),
      };
    const causes = errors.slice(0, 5).map((error) => `${error.path}: ${error.message}`);
    return { ok: false, cause: causes.join('; ') };
  };
};

/** An event that is recorded now, under the key that is its own. */
export interface Taken extends Received {
  readonly eventKey: string;
}
