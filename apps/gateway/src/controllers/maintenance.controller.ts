import { Controller, Inject } from '@nestjs/common';
import {
  doctorPage,
  listReportsSchema,
  maintenanceReport,
  maintenanceTaskParams,
  maintenanceWaitSchema,
  pageOf,
  runMaintenanceSchema,
  type Answer,
  type DoctorPage,
  type JanitorService,
  type ListReports,
  type MaintenanceReport,
  type MaintenanceTaskParams,
  type MaintenanceWait,
  type Page,
  type RunMaintenance,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { JANITOR } from '../tokens.js';

@Controller()
export class MaintenanceController {
  constructor(@Inject(JANITOR) private readonly janitor: JanitorService) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/maintenance/{task}',
    tag: 'operations',
    summary: 'Run a task of maintenance now',
    about:
      'Answers with its report when it is done, or as far as it is after timeout_ms. A dry run finds the same and changes nothing.',
    roles: ['operator'],
    reads: 'counts',
    params: maintenanceTaskParams,
    query: maintenanceWaitSchema,
    body: runMaintenanceSchema,
    answer: maintenanceReport,
  })
  run({
    caller,
    params,
    query,
    body,
  }: Call<MaintenanceWait, RunMaintenance, MaintenanceTaskParams>): Promise<Answer<MaintenanceReport>> {
    return this.janitor.run({ caller, task: params.task, request: body, waitMs: query.timeout_ms });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/maintenance/reports',
    tag: 'operations',
    summary: 'What tasks of maintenance found and did, the newest first; ids, no words',
    roles: ['operator'],
    reads: 'counts',
    query: listReportsSchema,
    answer: pageOf(maintenanceReport),
  })
  reports({ caller, query }: Call<ListReports>): Promise<Answer<Page<MaintenanceReport>>> {
    return this.janitor.reports({ caller, query });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/maintenance/doctor',
    tag: 'operations',
    summary: 'How the store is, on one page',
    roles: ['operator'],
    reads: 'counts',
    answer: doctorPage,
  })
  doctor({ caller }: Call): Promise<Answer<DoctorPage>> {
    return this.janitor.doctor({ caller });
  }
}
