import type { RecordedEvent, RecordedEventOf } from '#event-log';

/** What a platform says of an account. */
export type Profile = RecordedEventOf<'AccountRegistered'> | RecordedEventOf<'ProfileObserved'>;

export const isProfile = (event: RecordedEvent): event is Profile =>
  event.type === 'AccountRegistered' || event.type === 'ProfileObserved';
