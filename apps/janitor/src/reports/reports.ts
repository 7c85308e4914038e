import { In, LessThan } from 'typeorm';
import type { Database } from '#database';
import { maintenanceTasks, type MaintenanceTask } from '#domain';
import { reportEntity, type Report } from './report-entity.js';

type Asked = Pick<Report, 'reportId' | 'tenantId' | 'task' | 'isDryRun' | 'request' | 'askedBy' | 'askedAt'>;

/** What tasks found and did, kept row by row. */
export class Reports {
  constructor(private readonly database: Database) {}

  /** Once: a report that there is already stays as it is. */
  async open(asked: Asked): Promise<void> {
    const report = {
      ...asked,
      status: 'queued',
      startedAt: null,
      finishedAt: null,
      findings: [],
      error: null,
    };
    await this.database.entities((entities) =>
      entities
        .createQueryBuilder()
        .insert()
        .into(reportEntity)
        .values(report as Report)
        .orIgnore()
        .execute(),
    );
  }

  find(tenantId: string, reportId: string): Promise<Report | null> {
    return this.database.entities((entities) => entities.findOneBy(reportEntity, { tenantId, reportId }));
  }

  /** Asked for, and not over. */
  unfinished(): Promise<readonly Report[]> {
    return this.database.entities((entities) =>
      entities.find(reportEntity, {
        where: { status: In(['queued', 'running']) },
        order: { askedAt: 'ASC' },
      }),
    );
  }

  async change(reportId: string, change: Partial<Report>): Promise<void> {
    await this.database.entities((entities) => entities.update(reportEntity, { reportId }, change as object));
  }

  /** The newest first, behind the one with the id `after`. */
  async list(
    tenantId: string,
    task: MaintenanceTask | undefined,
    after: string | undefined,
    limit: number,
  ): Promise<readonly Report[]> {
    const last = after === undefined ? null : await this.find(tenantId, after);
    return this.database.entities((entities) => {
      const query = entities
        .createQueryBuilder(reportEntity, 'r')
        .where('r.tenantId = :tenantId', { tenantId });
      if (task !== undefined) query.andWhere('r.task = :task', { task });
      if (last !== null)
        query.andWhere('(r.askedAt, r.reportId) < (:at, :id)', { at: last.askedAt, id: last.reportId });
      return query.orderBy('r.askedAt', 'DESC').addOrderBy('r.reportId', 'DESC').limit(limit).getMany();
    });
  }

  /** Of each task the newest. */
  async newest(tenantId: string): Promise<readonly Report[]> {
    const newest = await Promise.all(maintenanceTasks.map((task) => this.list(tenantId, task, undefined, 1)));
    return newest.flat();
  }

  /** Those of before; what ran is told by the log for ever. */
  async forgetBefore(at: Date): Promise<void> {
    await this.database.entities((entities) => entities.delete(reportEntity, { askedAt: LessThan(at) }));
  }
}
