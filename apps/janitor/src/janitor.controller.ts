import { Controller, Inject, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { JanitorService } from '#contracts';
import { PassErrorsOn } from '#wiring';
import { listReports, runTask } from './asked.js';
import { DOCTOR, examine, type DoctorParts } from './doctor.js';
import { Reports } from './reports/reports.js';
import { Runner } from './runner.js';

type Asked<Operation extends keyof JanitorService> = Parameters<JanitorService[Operation]>[0];
type Told<Operation extends keyof JanitorService> = ReturnType<JanitorService[Operation]>;

/** What operators ask of the janitor. */
@Controller()
@UseFilters(PassErrorsOn)
export class JanitorController implements JanitorService {
  constructor(
    @Inject(Reports) private readonly kept: Reports,
    @Inject(Runner) private readonly runner: Runner,
    @Inject(DOCTOR) private readonly parts: DoctorParts,
  ) {}

  @MessagePattern('janitor.run')
  run(asked: Asked<'run'>): Told<'run'> {
    return runTask({ reports: this.kept, runner: this.runner }, asked);
  }

  @MessagePattern('janitor.reports')
  reports(asked: Asked<'reports'>): Told<'reports'> {
    return listReports(this.kept, asked);
  }

  @MessagePattern('janitor.doctor')
  doctor({ caller }: Asked<'doctor'>): Told<'doctor'> {
    return examine(this.parts, caller);
  }
}
