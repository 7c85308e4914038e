import type { Sql } from '#database';
import type { RecordedEvent, RecordedEventOf } from '#event-log';

type Registered = RecordedEventOf<'PersonRegistered'>;
type Verified = RecordedEventOf<'IdentityVerified'>;

const lastOfEach = <Event extends Registered | Verified>(events: readonly Event[]): readonly Event[] => [
  ...new Map(events.map((event) => [event.data.entityId, event])).values(),
];

const saveNames = async (sql: Sql, events: readonly Registered[]): Promise<void> => {
  for (const { data, recordedAt } of lastOfEach(events))
    await sql.query(
      'update entities set first_name = $2, last_name = $3, updated_at = $4 where entity_id = $1',
      [data.entityId, data.firstName, data.lastName, recordedAt],
    );
};

/** Since when: of an account that is verified again as the same person, since the first time. */
const saveVerified = async (sql: Sql, events: readonly Verified[]): Promise<void> => {
  for (const { data, recordedAt } of events)
    await sql.query(
      `update entities set external_iss = $2, external_id = $3, updated_at = $5,
         verified_at = case when identity_key = $4 then verified_at else $6 end, identity_key = $4
       where entity_id = $1`,
      [data.entityId, data.issuer, data.externalId, data.identityKey, recordedAt, data.at],
    );
};

const saveSpent = async (sql: Sql, events: readonly Verified[]): Promise<void> => {
  for (const { tenantId, data } of events)
    await sql.query(
      `insert into spent_tokens (tenant_id, token_key, entity_id, expires_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [tenantId, data.tokenKey, data.entityId, data.expiresAt],
    );
};

/** Who people say they are, and who they were proved to be; their rows are there by then. */
export const saveIdentities = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  await saveNames(
    sql,
    events.filter((event) => event.type === 'PersonRegistered'),
  );
  const verified = events.filter((event) => event.type === 'IdentityVerified');
  await saveVerified(sql, verified);
  await saveSpent(sql, verified);
};
