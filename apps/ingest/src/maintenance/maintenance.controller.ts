import { Controller, Inject, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { MaintenanceCommands } from '#contracts';
import { PassErrorsOn } from '#wiring';
import { INGEST_PORTS, type IngestPorts } from '../ingest-ports.js';
import { closeNames } from './close-names.js';
import { endProposals } from './end-proposals.js';
import { noteRun } from './note-run.js';
import { proposeMerges } from './propose-merges.js';
import { reproject } from './reproject.js';
import { retireMemories } from './retire.js';
import { weighAgain } from './weigh-again.js';
import { withdrawEvidence } from './withdraw-evidence.js';

type Asked<Command extends keyof MaintenanceCommands> = Parameters<MaintenanceCommands[Command]>[0];
type Told<Command extends keyof MaintenanceCommands> = ReturnType<MaintenanceCommands[Command]>;

/** What the janitor asks to be changed. */
@Controller()
@UseFilters(PassErrorsOn)
export class MaintenanceController implements MaintenanceCommands {
  constructor(@Inject(INGEST_PORTS) private readonly ports: IngestPorts) {}

  @MessagePattern('ingest.retire')
  retire(input: Asked<'retire'>): Told<'retire'> {
    return retireMemories(this.ports, input);
  }

  @MessagePattern('ingest.reproject')
  reproject(input: Asked<'reproject'>): Told<'reproject'> {
    return reproject(this.ports, input);
  }

  @MessagePattern('ingest.withdrawEvidence')
  withdrawEvidence(input: Asked<'withdrawEvidence'>): Told<'withdrawEvidence'> {
    return withdrawEvidence(this.ports, input);
  }

  @MessagePattern('ingest.endProposals')
  endProposals(input: Asked<'endProposals'>): Told<'endProposals'> {
    return endProposals(this.ports, input);
  }

  @MessagePattern('ingest.closeNames')
  closeNames(input: Asked<'closeNames'>): Told<'closeNames'> {
    return closeNames(this.ports, input);
  }

  @MessagePattern('ingest.weighAgain')
  weighAgain(input: Asked<'weighAgain'>): Told<'weighAgain'> {
    return weighAgain(this.ports, input);
  }

  @MessagePattern('ingest.proposeMerges')
  proposeMerges(input: Asked<'proposeMerges'>): Told<'proposeMerges'> {
    return proposeMerges(this.ports, input);
  }

  @MessagePattern('ingest.noteRun')
  noteRun(input: Asked<'noteRun'>): Told<'noteRun'> {
    return noteRun(this.ports, input);
  }
}
