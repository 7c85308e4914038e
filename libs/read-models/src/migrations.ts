import type { Migration } from '#database';
import * as people from './people/migrations.js';
import * as places from './places/migrations.js';
import * as messages from './messages/migrations.js';
import * as memories from './memories/migrations.js';
import * as grants from './grants/migrations.js';
import * as links from './links/migrations.js';
import * as erasures from './erasures/migrations.js';
import * as reviews from './reviews/migrations.js';
import * as verification from './verification/migrations.js';

/** In the order in which they are applied. What each says stands beside the projection whose tables it makes. */
export const readModelMigrations: readonly Migration[] = [
  { name: '0100-people', statements: people.people },
  { name: '0110-places', statements: places.places },
  { name: '0111-places-in-confidence', statements: places.placesInConfidence },
  { name: '0120-messages', statements: messages.messages },
  { name: '0121-messages-read-by', statements: messages.readBy },
  { name: '0122-standing-orders', statements: messages.standingOrders },
  { name: '0123-messages-received-at', statements: messages.receivedAt },
  { name: '0124-ids-per-place', statements: messages.idsPerPlace },
  { name: '0130-memories', statements: memories.memories },
  { name: '0131-memories-forgotten-at', statements: memories.forgottenAt },
  { name: '0132-memories-reworded-at', statements: memories.rewordedAt },
  { name: '0140-grants', statements: grants.grants },
  { name: '0141-kin', statements: memories.kin },
  { name: '0150-withheld', statements: memories.withheld },
  { name: '0151-stray-threads', statements: places.strayThreads },
  { name: '0152-audiences', statements: memories.audiences },
  { name: '0155-folded-names', statements: people.foldedNames },
  { name: '0156-settings', statements: places.settings },
  { name: '0157-newcomers', statements: places.newcomers },
  { name: '0158-sharing', statements: memories.sharing },
  { name: '0159-guests', statements: places.guests },
  { name: '0160-orders-of-calls', statements: messages.ordersOfCalls },
  { name: '0161-extraction-queue', statements: messages.extractionQueue },
  { name: '0162-links', statements: links.links },
  { name: '0170-erasures', statements: erasures.erasures },
  { name: '0190-seed-views', statements: people.views },
  { name: '0210-verification', statements: verification.verification },
  { name: '0220-accesses', statements: memories.accesses },
  { name: '0230-link-codes', statements: verification.linkCodes },
  { name: '0240-reviews', statements: reviews.reviews },
  { name: '0250-given-names', statements: people.givenNames },
  { name: '0260-agents-of-revisions', statements: messages.agentsOfRevisions },
  { name: '0261-contested-links', statements: links.contestedLinks },
  { name: '0262-links-by-ends', statements: links.linksByEnds },
  { name: '0270-extraction-claims', statements: messages.extractionClaims },
  { name: '0280-fact-proposals', statements: messages.factProposals },
  { name: '0290-account-handles', statements: people.accountHandles },
  { name: '0291-namings-unread', statements: messages.namingsUnread },
  { name: '0292-withheld-messages', statements: messages.withheldMessages },
  { name: '0293-closed-names', statements: people.closedNames },
  { name: '0294-endings', statements: memories.endings },
  { name: '0295-released-messages', statements: messages.releasedMessages },
  { name: '0296-corrections', statements: messages.corrections },
];
