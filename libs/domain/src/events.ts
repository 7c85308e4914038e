import type { EventDefinition, NewEvent } from './define-event.js';
import {
  ErasureAdvanced,
  ErasureFinished,
  ErasureOrdered,
  ErasurePlanned,
  ErasureScanned,
  MessageErased,
  NamesErased,
} from './erasure/events.js';
import { GrantGiven, GrantRevoked } from './grant/events.js';
import {
  LinkProposed,
  LinkApproved,
  LinkRejected,
  LinkReverted,
  LinkReopened,
  LinkContested,
} from './link/events.js';
import { MaintenanceRan } from './maintenance/events.js';
import {
  MemoryCaptured,
  MemoryShared,
  MemoryEvidenced,
  KinNamed,
  MemoryEvidenceWithdrawn,
  MemorySuperseded,
  MemoryRestored,
  MemoryEnded,
  MemoryEndingWithdrawn,
  MemoryConflictsFound,
  MemoryCorrected,
  MemoryReachChanged,
  MemorySubjectsChosen,
  MemorySubjectsUnchosen,
  MemorySetAside,
  MemoryBroughtBack,
  MemoryForgotten,
  MemoryExpired,
  MemoryArchived,
  MemoriesInspected,
} from './memory/events.js';
import {
  MessageRecorded,
  MessageEdited,
  MessageDeleted,
  MessageRead,
  ReadingAsked,
  FactsProposed,
  MessageReadingParked,
  ForgettingOrdered,
  MessageWithheld,
  MessageReleased,
} from './message/events.js';
import { ReviewRaised, ReviewDecided } from './review/events.js';
import { ParkedReplayed, ParkedDiscarded } from './parking/events.js';
import {
  AccountRegistered,
  AliasAdded,
  AliasRevoked,
  IdentityVerified,
  NameClosed,
  PersonNamed,
  PersonRegistered,
  PersonRenamed,
  ProfileObserved,
  VerificationRefused,
} from './person/events.js';
import { LinkCodeAsked, LinkCodeConfirmed, LinkCodeMissed, LinkCodeRevealed } from './verification/events.js';
import { SourceObserved, ParticipantJoined, ParticipantLeft } from './place/events.js';

export const eventDefinitions = [
  AccountRegistered,
  ProfileObserved,
  PersonNamed,
  PersonRegistered,
  IdentityVerified,
  VerificationRefused,
  PersonRenamed,
  AliasAdded,
  AliasRevoked,
  NameClosed,
  LinkCodeAsked,
  LinkCodeConfirmed,
  LinkCodeRevealed,
  LinkCodeMissed,
  SourceObserved,
  ParticipantJoined,
  ParticipantLeft,
  MessageRecorded,
  MessageEdited,
  MessageDeleted,
  MessageRead,
  ReadingAsked,
  FactsProposed,
  MessageReadingParked,
  MemoryCaptured,
  MemoryShared,
  MemoryEvidenced,
  KinNamed,
  MemoryEvidenceWithdrawn,
  MemorySuperseded,
  MemoryRestored,
  MemoryEnded,
  MemoryEndingWithdrawn,
  MemoryConflictsFound,
  MemoryCorrected,
  MemoryReachChanged,
  MemorySubjectsChosen,
  MemorySubjectsUnchosen,
  MemorySetAside,
  MemoryBroughtBack,
  MemoryForgotten,
  MemoryExpired,
  MemoryArchived,
  ForgettingOrdered,
  MessageWithheld,
  MessageReleased,
  GrantGiven,
  GrantRevoked,
  LinkProposed,
  LinkApproved,
  LinkRejected,
  LinkReverted,
  LinkReopened,
  LinkContested,
  ReviewRaised,
  ReviewDecided,
  ParkedReplayed,
  ParkedDiscarded,
  MemoriesInspected,
  MaintenanceRan,
  ErasureOrdered,
  ErasurePlanned,
  ErasureAdvanced,
  MessageErased,
  NamesErased,
  ErasureScanned,
  ErasureFinished,
] as const;

type DataOf<Definition> = Definition extends EventDefinition<string, infer Data> ? Data : never;
type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? NewEvent<Type, Data> : never;

/** Every event that Kith writes, discriminated by `type`. */
export type KithEvent = EventOf<(typeof eventDefinitions)[number]>;
export type KithEventType = KithEvent['type'];
export type KithEventOf<T extends KithEventType> = Extract<KithEvent, { type: T }>;
export type KithEventData<T extends KithEventType> = DataOf<
  Extract<(typeof eventDefinitions)[number], { type: T }>
>;

/** Builds an event of a known type. */
export const event = <T extends KithEventType>(
  type: T,
  data: KithEventData<T>,
  occurredAt: Date,
): KithEventOf<T> => ({ type, data, occurredAt }) as unknown as KithEventOf<T>;
