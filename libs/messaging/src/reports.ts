/** What the bus has to say to a log. Ids and reasons, never a body. */
export type BusReport =
  | {
      readonly event: 'message.parked' | 'message.delayed';
      readonly consumer: string;
      readonly tenantId: string;
      readonly key: string;
      readonly sequence: bigint;
      readonly attempts: number;
      readonly cause: string;
    }
  | {
      readonly event: 'handler.failed' | 'consumer.failed';
      readonly consumer: string;
      readonly error: unknown;
    }
  | { readonly event: 'sweep.failed'; readonly error: unknown };
