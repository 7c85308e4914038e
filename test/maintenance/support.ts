import type { DoctorPage, MaintenanceReport, Page } from '#contracts';
import type { World } from '../support/world.js';

export interface Told {
  readonly id: string;
  readonly memory: string;
}

/** What an operator asks of the janitor. */
export class Operator {
  constructor(private readonly world: World) {}

  async run(task: string, body: object = {}): Promise<MaintenanceReport> {
    const answer = await this.world.call('POST', `/v1/maintenance/${task}`, body);
    if (answer.status !== 200) throw new Error(`${task}: ${String(answer.status)} ${answer.text}`);
    return answer.body as MaintenanceReport;
  }

  async reports(query = ''): Promise<Page<MaintenanceReport>> {
    return (await this.world.call('GET', `/v1/maintenance/reports${query}`)).body as Page<MaintenanceReport>;
  }

  async doctor(): Promise<DoctorPage> {
    return (await this.world.call('GET', '/v1/maintenance/doctor')).body as DoctorPage;
  }

  /** Everything of a status, whoever said it. */
  async list(status: string, more = ''): Promise<readonly Told[]> {
    const { body } = await this.world.call('GET', `/v1/memories?status=${status}&limit=200${more}`);
    return (body as Page<Told>).results;
  }

  async remember(platform: string, who: string, content: string, more: object = {}): Promise<string> {
    const { body, status, text } = await this.world.call('POST', '/v1/memories', {
      agent_id: 'helper',
      viewer: { platform, platform_user_id: who },
      content,
      ...more,
    });
    if (status !== 201) throw new Error(text);
    return (body as { results: readonly { id: string }[] }).results[0]?.id ?? '';
  }

  async ask(platform: string, who: string, query: string): Promise<string> {
    const { text } = await this.world.call('POST', '/v1/recall', {
      agent_id: 'helper',
      viewer: { platform, platform_user_id: who },
      query,
      threshold: 0,
      top_k: 100,
      include_messages: false,
    });
    return text;
  }

  /** What its history says became of it last. */
  async lastOf(memoryId: string): Promise<{ type: string; reason: unknown } | null> {
    const { body } = await this.world.call('GET', `/v1/memories/${memoryId}/history`);
    const { results = [] } = body as { results?: { type: string; data: { reason?: unknown } }[] };
    const last = results.at(-1);
    return last ? { type: last.type, reason: last.data.reason } : null;
  }
}
