/** What the reply subject of a delivery tells, the only place where a broker says it. */
export interface DeliveryInfo {
  /** 1 at the first. */
  readonly deliveries: number;
  readonly streamSequence: number;
  readonly time: Date;
}

/** `$JS.ACK.<stream>.<durable>.<deliveries>.<stream sequence>.<…>.<nanoseconds>.<pending>`, since 2.9 optionally with domain and account. */
export const deliveryInfo = (reply: string): DeliveryInfo => {
  const tokens = reply.split('.');
  const from = tokens.length === 9 ? 4 : 6;
  const [deliveries, streamSequence, , nanoseconds] = tokens.slice(from);
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK' || nanoseconds === undefined)
    throw new RangeError('this is no delivery of a stream');
  return {
    deliveries: Number(deliveries),
    streamSequence: Number(streamSequence),
    time: new Date(Number(BigInt(nanoseconds) / 1_000_000n)),
  };
};
