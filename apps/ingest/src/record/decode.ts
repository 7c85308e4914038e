import { fieldErrors, findNul, type messageEventSchema, type MessageEvent } from '#domain';

export type Decoded =
  { readonly ok: true; readonly event: MessageEvent } | { readonly ok: false; readonly cause: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export type MessageEventSchema = ReturnType<typeof messageEventSchema>;

/** Bytes from the bus, as an adaptor published them. The cause names fields, never their values. */
export const decodeMessageEvent = (body: Uint8Array, schema: MessageEventSchema): Decoded => {
  let document: unknown;
  try {
    document = JSON.parse(strictUtf8.decode(body));
  } catch {
    return { ok: false, cause: 'is not JSON in UTF-8' };
  }
  const nul = findNul(document);
  if (nul !== null) return { ok: false, cause: `${nul}: has a NUL character` };
  const parsed = schema.safeParse(document);
  if (parsed.success) return { ok: true, event: parsed.data };
  const errors = fieldErrors(parsed.error).slice(0, 5);
  return { ok: false, cause: errors.map((error) => `${error.path}: ${error.message}`).join('; ') };
};

/** INVARIANT: the one command id of an adaptor's event; carried out once, however often it is delivered. */
export const commandIdOf = (eventKey: string): string => `event:${eventKey}`;
