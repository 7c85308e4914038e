import type { EntitySchema } from 'typeorm';
import type { Projection } from '#event-log';
import { erasuresProjection } from './erasures/erasures.js';
import { grantEntity } from './grants/grant-entity.js';
import { grantsProjection } from './grants/grants.js';
import { linkEntity } from './links/link-entity.js';
import { linksProjection } from './links/links.js';
import { memoriesProjection } from './memories/memories.js';
import { kinNamingsProjection } from './memories/kin-namings.js';
import { messagesProjection } from './messages/messages.js';
import { extractionQueueProjection } from './messages/extraction-queue.js';
import { proposalsProjection } from './messages/proposals.js';
import { standingOrdersProjection } from './messages/standing-orders.js';
import { withheldMessagesProjection } from './messages/withheld-messages.js';
import { outcomesProjection } from './messages/outcomes.js';
import { reviewEntity } from './reviews/review-entity.js';
import { reviewsProjection } from './reviews/reviews.js';
import { peopleProjection } from './people/people.js';
import { linkCodesProjection } from './verification/link-codes.js';
import { participantsProjection } from './places/participants.js';
import { placesProjection } from './places/sources.js';

export { readModelMigrations } from './migrations.js';
export { tenantMigrations, tenantsAmong } from './tenants/tenants.js';

/** What is looked at row by row. */
export const readModelEntities: readonly EntitySchema[] = [grantEntity, linkEntity, reviewEntity];

/** In the order that they depend on each other's rows. */
export const projections: readonly Projection[] = [
  placesProjection,
  peopleProjection,
  memoriesProjection,
  withheldMessagesProjection,
  messagesProjection,
  participantsProjection,
  grantsProjection,
  linksProjection,
  linkCodesProjection,
  reviewsProjection,
  kinNamingsProjection,
  standingOrdersProjection,
  outcomesProjection,
  proposalsProjection,
  extractionQueueProjection,
  erasuresProjection,
];

export { newlyKnown } from './messages/newly-known.js';
export { contextWindowMs } from './messages/messages.js';
export type { MessageRow } from './messages/message-row.js';
export { standingSince, type StandingOrder } from './messages/standing-orders.js';
export {
  releasedBy,
  withheldAmong,
  withheldBy,
  withheldByAuthors,
  type WithheldMessage,
} from './messages/withheld-messages.js';
export { memoryOf } from './memories/memory-rows.js';
export { loadMemories } from './memories/stored-memories.js';
export { askedLinkOf, dropLinks, linkStateOf, type LinkRow } from './links/links.js';
export { readActor } from './links/actors.js';
export { reviewStateOf, type ReviewRow } from './reviews/reviews.js';
export { nameInStatement, nameSaidIn } from './people/given-names.js';
export { copiesOf, endedIn, type Copy } from './memories/copies.js';
export { driftsOfMemories, dropMemories } from './memories/drift.js';
export { dropAccesses, noteAccesses, type Accessed } from './memories/accesses.js';
export { isSameSetting } from './places/settings.js';
export { informed, informedOfOne } from './queries/audience.js';
export { contactsAmong } from './queries/contacts.js';
export * from './queries/acquaintances.js';
export * from './queries/captured.js';
export * from './queries/changes.js';
export { companyOf } from './queries/company.js';
export * from './queries/counts.js';
export * from './queries/erasing.js';
export * from './queries/erasures.js';
export { erasureStateOf, type ErasureRow } from './erasures/erasures.js';
export * from './queries/filtered.js';
export * from './queries/forgetting.js';
export * from './queries/grants.js';
export * from './queries/identities.js';
export * from './queries/indexed.js';
export * from './queries/kin.js';
export * from './queries/link-candidates.js';
export * from './queries/links.js';
export * from './queries/integrity.js';
export * from './queries/maintenance.js';
export { staleNames, stillStale, type StaleNames } from './queries/stale-names.js';
export * from './queries/link-codes.js';
export * from './queries/memories.js';
export {
  everythingOf,
  memoriesMaybeAbout,
  lastSaidBefore,
  lastWrittenSince,
  memoryIdsFrom,
  ownMemories,
  ownMessagesWith,
  placesOfMessages,
  rewordedSince,
  type GivenOrder,
  memoriesOfPlace,
} from './queries/order-target.js';
export * from './queries/outcomes.js';
export * from './queries/people.js';
export * from './queries/proposals.js';
export * from './queries/places.js';
export * from './queries/recording.js';
export * from './queries/redacting.js';
export * from './queries/overtaken.js';
export * from './queries/replacements.js';
export * from './queries/requests.js';
export * from './queries/reviews.js';
export * from './queries/still-there.js';
export * from './queries/topics.js';
export * from './messages/claims.js';
export * from './queries/unread.js';
export * from './queries/users.js';
export * from './queries/windows.js';
