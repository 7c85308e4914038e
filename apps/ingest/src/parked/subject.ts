import { accountEntityId, agentEntityId, sourceIdOf, sourceTypes } from '#domain';
import type { ParkedMessage } from '#messaging';

/** What a parked event is about, as far as its bytes tell: they may be anything. */
export interface ParkedSubject {
  readonly type: string | null;
  readonly platform: string | null;
  readonly messageId: string | null;
  readonly sourceId: string | null;
  readonly agentId: string | null;
  readonly authorId: string | null;
  readonly sentAt: Date | null;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const parsed = (body: Uint8Array): Fields => {
  try {
    return fieldsOf(JSON.parse(Buffer.from(body).toString()));
  } catch {
    return {};
  }
};

const sourceIdIn = (tenantId: string, source: Fields, inherited: string | null): string | null => {
  const type = sourceTypes.find((word) => word === source['type']);
  const externalId = textOf(source['external_id']);
  const platform = textOf(source['platform']) ?? inherited;
  return type && externalId && platform ? sourceIdOf(tenantId, platform, type, externalId) : null;
};

const timeOf = (value: unknown): Date | null => {
  const at = new Date(textOf(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
};

export const parkedSubject = ({ tenantId, body, storedAt }: ParkedMessage): ParkedSubject => {
  const document = parsed(body);
  const data = fieldsOf(document['data']);
  const author = fieldsOf(data['author']);
  const platform = textOf(data['platform']);
  const authorPlatform = textOf(author['platform']) ?? platform;
  const userId = textOf(author['platform_user_id']);
  const said = timeOf(data['sent_at']);
  return {
    type: textOf(document['type']),
    platform,
    messageId: textOf(data['message_id']),
    sourceId: sourceIdIn(tenantId, fieldsOf(data['source']), platform),
    agentId: agentEntityId(tenantId, textOf(data['agent_id']) ?? 'default'),
    authorId: authorPlatform && userId ? accountEntityId(tenantId, authorPlatform, userId) : null,
    sentAt: said && said > storedAt ? storedAt : said,
  };
};
