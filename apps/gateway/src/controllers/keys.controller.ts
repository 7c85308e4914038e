import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  answered,
  changedId,
  createdKey,
  failed,
  keyRoles,
  keyView,
  pageOf,
  type Answer,
  type CreatedKey,
  type KeyView,
  type Page,
} from '#contracts';
import { ApiKeys } from '../auth/api-keys.js';
import { Endpoint, type Call } from '../http/endpoint.js';
import type { GatewayLog } from '../telemetry/log.js';
import { orUnavailable } from '../http/or-unavailable.js';
import { LOG } from '../tokens.js';

const newKeyBody = z
  .strictObject({
    name: z.string().trim().min(1).max(128),
    roles: z
      .array(z.enum(keyRoles))
      .min(1)
      .max(keyRoles.length)
      .refine((roles) => new Set(roles).size === roles.length, { message: 'names a role twice' }),
    agent_id: z.string().min(1).max(512).optional(),
    platform: z.string().min(1).max(512).optional(),
  })
  .refine(
    ({ roles, agent_id, platform }) =>
      !roles.includes('operator') || (agent_id === undefined && platform === undefined),
    { path: ['roles'], message: 'an operator key is for no agent or platform alone' },
  );
const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
});
const idParams = z.strictObject({ id: z.uuid() });

@Controller()
export class KeysController {
  constructor(
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(LOG) private readonly log: GatewayLog,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/keys',
    tag: 'keys',
    summary: 'Make a key; only this answer shows it',
    about:
      'With agent_id it is for that agent alone, with platform for that platform: another one is 403. Such a key names people and places by their account, not by id.',
    roles: ['operator'],
    reads: 'keys',
    body: newKeyBody,
    answer: createdKey,
    status: 201,
  })
  async create({ caller, body }: Call<undefined, z.output<typeof newKeyBody>>): Promise<Answer<CreatedKey>> {
    const made = await this.#stored(
      this.keys.create({
        tenantId: caller.tenantId,
        name: body.name,
        roles: body.roles,
        agent: body.agent_id,
        platform: body.platform,
      }),
    );
    this.log.info({ event: 'key.made', key_id: made.id, by: caller.keyId, roles: made.roles });
    return answered(made);
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/keys',
    tag: 'keys',
    summary: 'Keys of the tenant, without the keys themselves',
    roles: ['operator'],
    reads: 'keys',
    query: listQuery,
    answer: pageOf(keyView),
  })
  async list({ caller, query }: Call<z.output<typeof listQuery>>): Promise<Answer<Page<KeyView>>> {
    return answered(await this.#stored(this.keys.list(caller.tenantId, query.limit, query.cursor ?? null)));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/keys/{id}',
    tag: 'keys',
    summary: 'Revoke a key',
    roles: ['operator'],
    reads: 'keys',
    params: idParams,
    answer: changedId,
  })
  async revoke({
    caller,
    params,
  }: Call<undefined, undefined, z.output<typeof idParams>>): Promise<Answer<{ id: string }>> {
    const outcome = await this.#stored(this.keys.revoke(caller.tenantId, params.id));
    if (outcome === 'not-found') return failed('not-found', '');
    if (outcome === 'last-operator')
      return failed('conflict', 'This is the last operator key; make another one first.');
    this.log.info({ event: 'key.revoked', key_id: params.id, by: caller.keyId });
    return answered({ id: params.id });
  }

  #stored<T>(work: Promise<T>): Promise<T> {
    return orUnavailable(this.log, 'key.store-failed', work);
  }
}
