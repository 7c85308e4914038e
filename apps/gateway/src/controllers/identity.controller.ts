import { Controller, Inject } from '@nestjs/common';
import {
  accountQuerySchema,
  identityView,
  registerSchema,
  verifySchema,
  type AccountQuery,
  type Answer,
  type IdentityView,
  type IngestService,
  type RecallService,
  type Register,
  type Verify,
} from '#contracts';
import { Endpoint, type Call } from '../endpoint.js';
import { INGEST, RECALL } from '../tokens.js';

@Controller()
export class IdentityController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(INGEST) private readonly ingest: IngestService,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/identity/register',
    tag: 'people',
    summary: "Say how an account's person is called",
    about: 'Registering proves nothing: until the account is verified, it is a guest.',
    roles: ['client', 'adaptor'],
    reads: 'people',
    body: registerSchema,
    answer: identityView,
  })
  register({ caller, body }: Call<undefined, Register>): Promise<Answer<IdentityView>> {
    return this.ingest.register({ caller, request: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/identity/verify',
    tag: 'people',
    summary: 'Prove who an account belongs to, by a signed token',
    about:
      'Signature, exp, iss, aud and sub are checked; a token is good once. What the account said as a guest stays theirs. 409 when the token was used before, or when the account is verified to be somebody else: an operator may rebind it.',
    roles: ['client', 'adaptor'],
    reads: 'people',
    credentials: 'checked',
    body: verifySchema,
    answer: identityView,
  })
  verify({ caller, body }: Call<undefined, Verify>): Promise<Answer<IdentityView>> {
    return this.ingest.verify({ caller, request: body });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/identity/whoami',
    tag: 'people',
    summary: "Who an account's person is said and proved to be",
    roles: ['client', 'adaptor'],
    reads: 'people',
    query: accountQuerySchema,
    answer: identityView,
  })
  whoami({ caller, query }: Call<AccountQuery>): Promise<Answer<IdentityView>> {
    return this.recall.whoami({
      caller,
      platform: query.platform,
      platformUserId: query.platform_user_id,
    });
  }
}
