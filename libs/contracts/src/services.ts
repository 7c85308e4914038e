import type { ArchiveReason, MaintenanceTask } from '#domain';
import type { ChangedId } from './changed.js';
import type { ErasureKey, OrderedErasure, ErasureView, ListErasures, OrderErasure } from './erasures.js';
import type { EventStatusView } from './event-status.js';
import type { GiveGrant, GrantView, ListGrants } from './grants.js';
import type { SaidAgain, SaidSecret } from './chat.js';
import type { AccountQuery, IdentityView, LinkCodeView, Register, SayCode, Verify } from './identity.js';
import type { Caller } from './keys.js';
import type { LinkView, ProposeLink } from './links.js';
import type { DoctorPage, ListReports, MaintenanceReport, RunMaintenance } from './maintenance.js';
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
import type { EventScope } from '#domain';
import type { AddAlias, AliasView, EntityView, PatchEntity, UserList } from './people.js';
import type { Answer } from './problems.js';
import type {
  DecidedReview,
  DecidedReviews,
  DecideReview,
  DecideReviews,
  ListReviews,
  OneReview,
  RaiseReview,
  ReviewVerdict,
  ReviewView,
} from './reviews.js';
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
  reviews(input: { caller: Caller; query: ListReviews }): Promise<Answer<Page<ReviewView>>>;
  review(input: { caller: Caller; reviewId: string }): Promise<Answer<OneReview>>;
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
  renamePerson(input: {
    caller: Caller;
    entityId: string;
    viewer: ViewerParams;
    patch: PatchEntity;
  }): Promise<Answer<ChangedId>>;
  addAlias(input: {
    caller: Caller;
    entityId: string;
    viewer: ViewerParams;
    alias: AddAlias;
  }): Promise<Answer<AliasView>>;
  revokeAlias(input: {
    caller: Caller;
    entityId: string;
    viewer: ViewerParams;
    aliasId: string;
  }): Promise<Answer<ChangedId>>;
  register(input: { caller: Caller; request: Register }): Promise<Answer<IdentityView>>;
  /** INVARIANT: the token goes no further than to the app that checks it: nothing of it is stored or logged. */
  verify(input: { caller: Caller; request: Verify }): Promise<Answer<IdentityView>>;
  giveLinkCode(input: { caller: Caller; account: AccountQuery }): Promise<Answer<LinkCodeView>>;
  sayLinkCode(input: { caller: Caller; request: SayCode }): Promise<Answer<IdentityView>>;
  /** What is said in a message that is carried on without it. */
  hearSecret(input: { caller: Caller; said: SaidSecret }): Promise<Answer<null>>;
  proposeLink(input: { caller: Caller; link: ProposeLink }): Promise<Answer<LinkView>>;
  revertLink(input: { caller: Caller; linkId: string; viewer: ViewerParams }): Promise<Answer<ChangedId>>;
  decideReview(input: {
    caller: Caller;
    reviewId: string;
    verdict: ReviewVerdict;
    given: DecideReview;
    waitMs: number;
  }): Promise<Answer<DecidedReview>>;
  decideReviews(input: {
    caller: Caller;
    asked: DecideReviews;
    waitMs: number;
  }): Promise<Answer<DecidedReviews>>;
  raiseReview(input: { caller: Caller; asked: RaiseReview }): Promise<Answer<DecidedReview>>;
  orderErasure(input: {
    caller: Caller;
    order: OrderErasure;
    viewer: ViewerParams;
  }): Promise<Answer<OrderedErasure>>;
  erasure(input: { caller: Caller; erasureId: string; viewer: ViewerParams }): Promise<Answer<ErasureView>>;
  erasures(input: { caller: Caller; query: ListErasures }): Promise<Answer<Page<ErasureView>>>;
  erasureKey(input: { caller: Caller }): Promise<Answer<ErasureKey>>;
  listParked(input: { caller: Caller; query: ListParked }): Promise<Answer<Page<ParkedView>>>;
  replayParked(input: { caller: Caller; parkedId: string }): Promise<Answer<ChangedId>>;
  discardParked(input: { caller: Caller; parkedId: string }): Promise<Answer<ChangedId>>;
  /** Which of these repeats, by their number, say something else than the message that was recorded. */
  takenOtherwise(input: {
    caller: Caller;
    repeats: readonly SaidAgain[];
  }): Promise<Answer<readonly number[]>>;
  /** `eventKey` is `<source>|<id>`; `among` says of which platforms and agents, where that is known. Waits up to `waitMs` for recall to see the outcome; 0 answers at once. */
  eventStatus(input: {
    caller: Caller;
    eventKey: string;
    among: readonly EventScope[];
    waitMs: number;
  }): Promise<Answer<EventStatusView>>;
}

/** What the janitor app answers. */
export interface JanitorService {
  /** Resolves when the task is done, or after `waitMs` with the report as far as it is. */
  run(input: {
    caller: Caller;
    task: MaintenanceTask;
    request: RunMaintenance;
    waitMs: number;
  }): Promise<Answer<MaintenanceReport>>;
  reports(input: { caller: Caller; query: ListReports }): Promise<Answer<Page<MaintenanceReport>>>;
  doctor(input: { caller: Caller }): Promise<Answer<DoctorPage>>;
}

/** What is made anew: by the id of the memory, place or link, or by the stream of the message. */
export type Reprojected = 'memories' | 'sources' | 'messages' | 'links';

/** In whose name the janitor has something changed: a run of a task, in one tenant. */
export interface UnderRun {
  readonly tenantId: string;
  readonly runId: string;
}

export interface Retiring {
  readonly memoryId: string;
  /** Null: it has ended, and stays where it is found by its status. */
  readonly reason: ArchiveReason | null;
}

/**
 * What the janitor asks of ingest, the one writer. Each is decided anew on what is so by then, and asked twice it changes
 * nothing more. No caller stands behind it: it is asked by this process or over the bus alone, never from the edge.
 */
export interface MaintenanceCommands {
  /** Resolves to the ids of those that were retired. */
  retire(input: UnderRun & { memories: readonly Retiring[] }): Promise<Answer<readonly string[]>>;
  /** Makes the rows of these memories, places, messages or links anew from what the log holds of them. */
  reproject(input: UnderRun & { of: Reprojected; ids: readonly string[] }): Promise<Answer<null>>;
  /** These messages are in no log: what they said supports nothing. Resolves to how many of them did. */
  withdrawEvidence(
    input: UnderRun & { evidence: readonly { readonly memoryId: string; readonly recordId: string }[] },
  ): Promise<Answer<number>>;
  /** Nobody decided about these for long: they are asked no more. Resolves to how many of them were. */
  endProposals(
    input: UnderRun & { linkIds: readonly string[]; reviewIds: readonly string[]; before: Date },
  ): Promise<Answer<number>>;
  /** Nobody bore these since before then, nor was called by them: they are closed. Resolves to how many of them were. */
  closeNames(input: UnderRun & { aliasIds: readonly string[]; before: Date }): Promise<Answer<number>>;
  /** Of these proposals, those for which more speaks than when they were made: they say so, unless it is a dry run. */
  weighAgain(
    input: UnderRun & { linkIds: readonly string[]; isDryRun: boolean },
  ): Promise<Answer<readonly string[]>>;
  /** Of each group the first stays, if an operator says so of the others. Resolves to how many others were asked of. */
  proposeMerges(input: UnderRun & { groups: readonly (readonly string[])[] }): Promise<Answer<number>>;
  /** Says in the log that the run came to its end. */
  noteRun(
    input: UnderRun & {
      task: MaintenanceTask;
      isDryRun: boolean;
      askedBy: string;
      found: number;
      changed: number;
    },
  ): Promise<Answer<null>>;
}
