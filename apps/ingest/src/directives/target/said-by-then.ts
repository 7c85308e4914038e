/**
 * Of a message `m`: whether it was sent by the time of an order, whose times are these parameters.
 * What came with a time that had not come yet counts as sent when it was received (so it is recorded), and against when
 * the order was received: whoever gives the order has sent it by then, whatever the clock of either says.
 */
export const saidByThen = (sentAt: string, receivedAt: string): string =>
  `(m.sent_at <= ${sentAt} or (m.sent_at >= m.received_at and m.received_at <= ${receivedAt}))`;
