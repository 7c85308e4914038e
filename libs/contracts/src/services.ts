import type { ChangedId } from './changed.js';
import type { EventStatusView } from './event-status.js';
import type { GiveGrant, GrantView, ListGrants } from './grants.js';
import type { IdentityView, Register, Verify } from './identity.js';
import type { Caller } from './keys.js';
import type { LinkView, ProposeLink } from './links.js';
import type {
  DeleteMemories,
  ForgottenCount,
  HistoryEntry,
  ListMemories,
  MemoryView,
  PatchMemory,
  Remembered,
  RememberRequest,
} from './memories.js';
import type { StatsView } from './operations.js';
import type { Page } from './page.js';
import type { ViewerParams } from './parameters.js';
import type { ListParked, ParkedView } from './parked.js';
import type { EntityView, UserList } from './people.js';
import type { Answer } from './problems.js';
import type { DecidedReview, DecideReview, ReviewVerdict } from './reviews.js';
import type { PolicyExplain, PolicyExplainView, RecallAnswer, RecallRequest, ScopeBlock } from './recall.js';

/** What the recall app answers; apps reach it over the bus, never by import. */
export interface RecallService {
  recall(input: { caller: Caller; request: RecallRequest }): Promise<Answer<RecallAnswer>>;
  search(input: { caller: Caller; request: RecallRequest }): Promise<Answer<Page<MemoryView>>>;
  list(input: { caller: Caller; query: ListMemories }): Promise<Answer<Page<MemoryView>>>;
  get(input: { caller: Caller; memoryId: string; viewer: ViewerParams }): Promise<Answer<MemoryView>>;
  history(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
  }): Promise<Answer<Page<HistoryEntry>>>;
  users(input: {
    caller: Caller;
    limit: number;
    offset: number;
    viewer: ViewerParams;
  }): Promise<Answer<UserList>>;
  entity(input: { caller: Caller; entityId: string; viewer: ViewerParams }): Promise<Answer<EntityView>>;
  scope(input: { caller: Caller; platform: string; platformUserId: string }): Promise<Answer<ScopeBlock>>;
  whoami(input: { caller: Caller; platform: string; platformUserId: string }): Promise<Answer<IdentityView>>;
  explain(input: { caller: Caller; request: PolicyExplain }): Promise<Answer<PolicyExplainView>>;
  stats(input: { caller: Caller }): Promise<Answer<StatsView>>;
  grants(input: { caller: Caller; query: ListGrants }): Promise<Answer<Page<GrantView>>>;
}
/**
 * What the ingest app answers. Message events reach it over the bus alone. What changes memories waits up to `waitMs` for
 * recall to see it, and is `timeout` when it took longer: what was asked is kept all the same.
 */
export interface IngestService {
  remember(input: { caller: Caller; request: RememberRequest; waitMs: number }): Promise<Answer<Remembered>>;
  patch(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
    patch: PatchMemory;
    waitMs: number;
  }): Promise<Answer<ChangedId>>;
  forget(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
    waitMs: number;
  }): Promise<Answer<ChangedId>>;
  forgetMany(input: {
    caller: Caller;
    query: DeleteMemories;
    waitMs: number;
  }): Promise<Answer<ForgottenCount>>;
  giveGrant(input: { caller: Caller; grant: GiveGrant }): Promise<Answer<GrantView>>;
  revokeGrant(input: { caller: Caller; grantId: string }): Promise<Answer<ChangedId>>;
  register(input: { caller: Caller; request: Register }): Promise<Answer<IdentityView>>;
  /** INVARIANT: the token goes no further than to the app that checks it: nothing of it is stored or logged. */
  verify(input: { caller: Caller; request: Verify }): Promise<Answer<IdentityView>>;
  proposeLink(input: { caller: Caller; link: ProposeLink }): Promise<Answer<LinkView>>;
  revertLink(input: { caller: Caller; linkId: string; viewer: ViewerParams }): Promise<Answer<ChangedId>>;
  decideReview(input: {
    caller: Caller;
    reviewId: string;
    verdict: ReviewVerdict;
    given: DecideReview;
  }): Promise<Answer<DecidedReview>>;
  listParked(input: { caller: Caller; query: ListParked }): Promise<Answer<Page<ParkedView>>>;
  replayParked(input: { caller: Caller; parkedId: string }): Promise<Answer<ChangedId>>;
  discardParked(input: { caller: Caller; parkedId: string }): Promise<Answer<ChangedId>>;
  /** `eventKey` is `<source>|<id>`. Waits up to `waitMs` for recall to see the outcome; 0 answers at once. */
  eventStatus(input: { caller: Caller; eventKey: string; waitMs: number }): Promise<Answer<EventStatusView>>;
}
