import { z } from 'zod';

/** That something changed, by its id alone: no personal text travels on bus `facts`. Whoever hears it reads the row as it is then. */
const changeNotice = z.object({
  what: z.enum(['memory', 'message', 'entity', 'source', 'roster']),
  id: z.uuid(),
  /** Of the event in the log that changed it. */
  position: z.string().regex(/^\d+$/u),
  /** Of the trace that led to it. */
  traceparent: z.string().optional(),
});
export type ChangeNotice = z.output<typeof changeNotice>;

/** The body of one message on bus `facts`. */
export const changeNotices = z.array(changeNotice).min(1);

/** Ingest asks recall to index these changes at once: somebody waits for them. */
export const indexNow = z.object({ tenantId: z.string(), changes: changeNotices });
export interface IndexNow {
  readonly tenantId: string;
  readonly changes: readonly ChangeNotice[];
}
