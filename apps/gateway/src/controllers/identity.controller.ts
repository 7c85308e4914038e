import { Controller, Inject } from '@nestjs/common';
import {
  accountQuerySchema,
  identityView,
  linkCodeView,
  registerSchema,
  sayCodeSchema,
  verifySchema,
  type AccountQuery,
  type Answer,
  type IdentityView,
  type IngestService,
  type LinkCodeView,
  type RecallService,
  type Register,
  type SayCode,
  type Verify,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
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

  @Endpoint({
    method: 'POST',
    path: '/v1/identity/link-codes',
    tag: 'people',
    summary: "A code that an account's person says by another account of theirs",
    about:
      'Good for ten minutes and once; asking again ends the one before. Give it to this person alone: who says it is taken for them.',
    roles: ['client', 'adaptor'],
    reads: 'people',
    body: accountQuerySchema,
    answer: linkCodeView,
    status: 201,
  })
  giveLinkCode({ caller, body }: Call<undefined, AccountQuery>): Promise<Answer<LinkCodeView>> {
    return this.ingest.giveLinkCode({ caller, account: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/identity/link-codes/confirm',
    tag: 'people',
    summary: 'Say a code by another account: the two are one person',
    about:
      'The link is made at once and can be taken back (DELETE /v1/links/{id}). 409 when the code is none, over, or used; after five wrong ones an account waits for a quarter of an hour. Where something stands against the link, it waits in the review queue: 409.',
    roles: ['client', 'adaptor'],
    reads: 'people',
    credentials: 'checked',
    body: sayCodeSchema,
    answer: identityView,
  })
  sayLinkCode({ caller, body }: Call<undefined, SayCode>): Promise<Answer<IdentityView>> {
    return this.ingest.sayLinkCode({ caller, request: body });
  }
}
