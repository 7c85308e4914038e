import { Controller, Inject, UseFilters } from '@nestjs/common';
import { ClientProxy, MessagePattern } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';
import { failed, type Answer, type Caller, type IngestService } from '#contracts';
import { BusServer, PassErrorsOn } from '#wiring';
import { INGEST_PORTS, type IngestPorts } from '../ingest-ports.js';
import { MessageReader } from '../extract-facts/message-reader.js';
import { ExtractionLoop } from '../extract-facts/extraction-loop.js';
import { recorderName } from '../record-message/recorder.controller.js';
import type { CommandOptions } from '../command-options.js';
import { ofAllAgents } from './of-all-agents.js';
import { patchMemory } from './correct.js';
import { eventStatus } from './event-status.js';
import { takenOtherwise } from './taken-otherwise.js';
import { forgetMemories, forgetMemory } from './forget.js';
import { giveGrant, revokeGrant } from './grants.js';
import { proposeByCall, revertByCall } from '../links/links.js';
import { discardParked, listParked, replayParked } from './parked.js';
import { addAliasByCall, renameByCall, revokeAliasByCall } from './people.js';
import { remember } from './remember.js';
import { decideReview } from './reviews/decide.js';
import { decideReviews } from './reviews/decide-many.js';
import { raiseByCall } from './reviews/raise.js';
import { hearSecret } from '../verification/hear-secret.js';
import { giveLinkCode, register, sayLinkCodeByCall, verify } from '../verification/verify.js';
import { areIndexed, noting, type WaitOptions } from './when-indexed.js';

/** Answered by the folder `erasure`. */
type OfErasures = 'orderErasure' | 'erasure' | 'erasures' | 'erasureKey';
type Asked<Operation extends keyof IngestService> = Parameters<IngestService[Operation]>[0];
type Told<Operation extends keyof IngestService> = ReturnType<IngestService[Operation]>;

/** What the API asks to be changed, and how that stands. */
/** How long a call waits for its message to be read. */
const longestReadMs = 30_000;

@Controller()
@UseFilters(PassErrorsOn)
export class CommandsController implements Omit<IngestService, OfErasures> {
  constructor(
    @Inject(INGEST_PORTS) private readonly ports: IngestPorts,
    @Inject(MessageReader) private readonly reader: MessageReader,
    @Inject(ExtractionLoop) private readonly loop: ExtractionLoop,
    @Inject(ClientProxy) private readonly apps: ClientProxy,
    @Inject(BusServer) private readonly bus: BusServer,
  ) {}

  @MessagePattern('ingest.remember')
  remember({ caller, request, waitMs }: Asked<'remember'>): Told<'remember'> {
    return this.moving(caller, waitMs, (noted) => remember(noted, caller, request));
  }

  @MessagePattern('ingest.patch')
  patch({ caller, memoryId, viewer, patch, waitMs }: Asked<'patch'>): Told<'patch'> {
    return this.moving(caller, waitMs, (noted) => patchMemory(noted, caller, memoryId, viewer, patch));
  }

  @MessagePattern('ingest.forget')
  forget({ caller, memoryId, viewer, waitMs }: Asked<'forget'>): Told<'forget'> {
    return this.moving(caller, waitMs, (noted) => forgetMemory(noted, caller, memoryId, viewer));
  }

  @MessagePattern('ingest.forgetMany')
  forgetMany({ caller, query, waitMs }: Asked<'forgetMany'>): Told<'forgetMany'> {
    return this.moving(caller, waitMs, (noted) => forgetMemories(noted, caller, query));
  }

  @MessagePattern('ingest.giveGrant')
  giveGrant({ caller, grant }: Asked<'giveGrant'>): Told<'giveGrant'> {
    return giveGrant(this.ports, caller, grant);
  }

  @MessagePattern('ingest.revokeGrant')
  revokeGrant({ caller, grantId }: Asked<'revokeGrant'>): Told<'revokeGrant'> {
    return revokeGrant(this.ports, caller, grantId);
  }

  @MessagePattern('ingest.renamePerson')
  renamePerson(asked: Asked<'renamePerson'>): Told<'renamePerson'> {
    return ofAllAgents(asked.caller, () => renameByCall(this.ports, asked));
  }

  @MessagePattern('ingest.addAlias')
  addAlias(asked: Asked<'addAlias'>): Told<'addAlias'> {
    return ofAllAgents(asked.caller, () => addAliasByCall(this.ports, asked));
  }

  @MessagePattern('ingest.revokeAlias')
  revokeAlias(asked: Asked<'revokeAlias'>): Told<'revokeAlias'> {
    return ofAllAgents(asked.caller, () => revokeAliasByCall(this.ports, asked));
  }

  @MessagePattern('ingest.register')
  register({ caller, request }: Asked<'register'>): Told<'register'> {
    return ofAllAgents(caller, () => register(this.ports, caller, request));
  }

  @MessagePattern('ingest.verify')
  verify({ caller, request }: Asked<'verify'>): Told<'verify'> {
    return ofAllAgents(caller, () => verify(this.ports, caller, request));
  }

  @MessagePattern('ingest.giveLinkCode')
  giveLinkCode({ caller, account }: Asked<'giveLinkCode'>): Told<'giveLinkCode'> {
    return ofAllAgents(caller, () => giveLinkCode(this.ports, caller, account));
  }

  @MessagePattern('ingest.sayLinkCode')
  sayLinkCode({ caller, request }: Asked<'sayLinkCode'>): Told<'sayLinkCode'> {
    return ofAllAgents(caller, () => sayLinkCodeByCall(this.ports, caller, request));
  }

  @MessagePattern('ingest.hearSecret')
  hearSecret({ caller, said }: Asked<'hearSecret'>): Told<'hearSecret'> {
    return hearSecret(this.ports, caller.tenantId, said);
  }

  @MessagePattern('ingest.proposeLink')
  proposeLink({ caller, link }: Asked<'proposeLink'>): Told<'proposeLink'> {
    return ofAllAgents(caller, () => proposeByCall(this.ports, caller, link));
  }

  @MessagePattern('ingest.revertLink')
  revertLink({ caller, linkId, viewer }: Asked<'revertLink'>): Told<'revertLink'> {
    return ofAllAgents(caller, () => revertByCall(this.ports, caller, linkId, viewer));
  }

  @MessagePattern('ingest.decideReview')
  decideReview({ caller, reviewId, verdict, given, waitMs }: Asked<'decideReview'>): Told<'decideReview'> {
    return this.moving(caller, waitMs, (noted) => decideReview(noted, caller, reviewId, verdict, given));
  }

  @MessagePattern('ingest.decideReviews')
  decideReviews({ caller, asked, waitMs }: Asked<'decideReviews'>): Told<'decideReviews'> {
    return this.moving(caller, waitMs, (noted) => decideReviews(noted, caller, asked));
  }

  @MessagePattern('ingest.raiseReview')
  raiseReview({ caller, asked }: Asked<'raiseReview'>): Told<'raiseReview'> {
    return raiseByCall(this.ports, caller, asked);
  }

  @MessagePattern('ingest.listParked')
  listParked({ caller, query }: Asked<'listParked'>): Told<'listParked'> {
    return listParked(this.ports, caller, query);
  }

  @MessagePattern('ingest.replayParked')
  replayParked({ caller, parkedId }: Asked<'replayParked'>): Told<'replayParked'> {
    return replayParked(this.ports, caller, parkedId);
  }

  @MessagePattern('ingest.discardParked')
  discardParked({ caller, parkedId }: Asked<'discardParked'>): Told<'discardParked'> {
    return discardParked(this.ports, caller, parkedId);
  }

  @MessagePattern('ingest.eventStatus')
  eventStatus({ caller, eventKey, among, waitMs }: Asked<'eventStatus'>): Told<'eventStatus'> {
    const handledSome = (withinMs: number): Promise<void> => this.bus.handledSome(withinMs);
    return eventStatus(
      { ...this.ports, consumer: recorderName, handledSome },
      caller,
      { eventKey, among },
      waitMs,
    );
  }

  @MessagePattern('ingest.takenOtherwise')
  takenOtherwise({ caller, repeats }: Asked<'takenOtherwise'>): Told<'takenOtherwise'> {
    return takenOtherwise(this.ports, caller, repeats);
  }

  /** Whether anybody answers here. */
  @MessagePattern('ingest.ready')
  ready(): null {
    return null;
  }

  /**
   * What people decided about a memory says who may hear the messages that state it again, and those are read at once.
   * Then it is waited for until recall sees all that moved.
   */
  private async moving<T>(
    { tenantId }: Caller,
    waitMs: number,
    work: (options: CommandOptions) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { ports } = this;
    const moved = new Set<string>();
    const answer = await work({ ...ports, log: noting(ports.log, moved) });
    this.loop.wake();
    if (!answer.ok || waitMs === 0) return answer;
    const waiting: WaitOptions = {
      ...ports,
      indexFirst: (asked) => firstValueFrom(this.apps.send<unknown>('recall.index', asked)),
      readFirst: (recordId) => this.reader.readOne(recordId, AbortSignal.timeout(longestReadMs)),
    };
    if (await areIndexed(waiting, tenantId, [...moved], waitMs)) return answer;
    return failed('timeout', 'it is kept, but recall could not see it in time');
  }
}
