import { describe, expect, it } from '@jest/globals';
import { endpointsOf } from '../http/endpoint.js';
import { controllers } from '../controllers/endpoints.js';
import { ProblemError } from '../http/problem.js';
import { Routes } from './routes.js';

const endpoints = endpointsOf(controllers);

/** Who may ask what, and what an answer can tell about. A line that changes here changes who sees memories. */
const pinned = [
  'POST /v1/events | adaptor | event-status',
  'GET /v1/events/{id} | adaptor | event-status',
  'POST /v1/recall | client | memories',
  'POST /v1/memories/search | client | memories',
  'GET /v1/scope | client | people',
  'POST /v1/policy/explain | operator | memories',
  'POST /v1/memories | client | none',
  'GET /v1/memories | client | memories',
  'GET /v1/memories/{id} | client | memories',
  'GET /v1/memories/{id}/history | client | memories',
  'PATCH /v1/memories/{id} | client | none',
  'DELETE /v1/memories/{id} | client | none',
  'DELETE /v1/memories | client | none',
  'POST /v1/grants | operator | grants',
  'GET /v1/grants | operator | grants',
  'DELETE /v1/grants/{id} | operator | grants',
  'POST /v1/erasures | client | erasures',
  'GET /v1/erasures | operator | erasures',
  'GET /v1/erasures/key | client | none',
  'GET /v1/erasures/{id} | client | erasures',
  'GET /v1/users | client | people',
  'GET /v1/entities/{id} | client | people',
  'PATCH /v1/entities/{id} | client | none',
  'POST /v1/entities/{id}/aliases | client | none',
  'DELETE /v1/entities/{id}/aliases/{alias_id} | client | none',
  'POST /v1/identity/register | client,adaptor | people',
  'POST /v1/identity/verify | client,adaptor | people',
  'GET /v1/identity/whoami | client,adaptor | people',
  'POST /v1/identity/link-codes | client,adaptor | people',
  'POST /v1/identity/link-codes/confirm | client,adaptor | people',
  'POST /v1/links | client | people',
  'DELETE /v1/links/{id} | client | people',
  'GET /v1/reviews | operator | memories',
  'GET /v1/reviews/{id} | operator | memories',
  'POST /v1/reviews | client | none',
  'POST /v1/reviews/decide | operator | people',
  'POST /v1/reviews/{id}/approve | operator | people',
  'POST /v1/reviews/{id}/reject | operator | people',
  'POST /v1/reviews/{id}/undo | operator | people',
  'GET /api/agents/memories | client | memories',
  'GET /api/agents/memories/search | client | memories',
  'GET /api/agents/users | client | people',
  'POST /v1/keys | operator | keys',
  'GET /v1/keys | operator | keys',
  'DELETE /v1/keys/{id} | operator | keys',
  'POST /v1/tenants | operator | keys',
  'GET /v1/tenants | operator | keys',
  'GET /v1/parked | operator | event-status',
  'POST /v1/parked/{id}/replay | operator | event-status',
  'POST /v1/parked/{id}/discard | operator | event-status',
  'POST /v1/maintenance/{task} | operator | counts',
  'GET /v1/maintenance/reports | operator | counts',
  'GET /v1/maintenance/doctor | operator | counts',
  'GET /v1/stats | operator | counts',
  'GET /healthz | open | none',
  'GET /readyz | open | none',
  'GET /metrics | open-here | counts',
];

describe('routes', () => {
  it('are these, for these roles, reading this', () => {
    const listed = endpoints.map(
      ({ method, path, roles, reads }) =>
        `${method} ${path} | ${typeof roles === 'string' ? roles : roles.join(',')} | ${reads}`,
    );
    expect(listed).toEqual(pinned);
  });

  it('ask for a viewer wherever a client reads memories or people', () => {
    const withoutViewer = endpoints
      .filter(
        ({ roles, reads }) =>
          typeof roles !== 'string' &&
          roles.includes('client') &&
          (reads === 'memories' || reads === 'people'),
      )
      .filter(({ viewer }) => viewer === undefined)
      .map(({ method, path }) => `${method} ${path}`);
    // The body's or the query's own schema names the person in these.
    expect(withoutViewer).toEqual([
      'POST /v1/recall',
      'GET /v1/scope',
      'POST /v1/identity/register',
      'POST /v1/identity/verify',
      'GET /v1/identity/whoami',
      'POST /v1/identity/link-codes',
      'POST /v1/identity/link-codes/confirm',
      'POST /v1/links',
      'GET /api/agents/memories',
      'GET /api/agents/memories/search',
    ]);
  });

  const routes = new Routes(endpoints);
  const notFound = { status: 404, message: 'Cannot PUT /v1/recall?secret' };

  it('tell the methods of a path that another method was tried on', () => {
    const problem = routes.problemOf(notFound, 'PUT', '/v1/memories/7?x=1');
    expect([problem.kind, problem.headers]).toEqual([
      'method-not-allowed',
      { allow: 'GET, HEAD, PATCH, DELETE' },
    ]);
  });

  it('tell a path of its own from one that its words would fit', () => {
    const problem = routes.problemOf(notFound, 'PUT', '/v1/memories/search');
    expect(problem.headers).toEqual({ allow: 'POST' });
  });

  it('print no words of foreign errors', () => {
    expect(routes.problemOf(notFound, 'GET', '/nowhere').detail).toBe('There is no such route.');
    expect(routes.problemOf(new Error('row (secret)'), 'GET', '/healthz')).toMatchObject({
      kind: 'internal',
      detail: 'Something went wrong inside Kith.',
    });
  });

  it('let problems through as they are', () => {
    const problem = new ProblemError('conflict', 'twice');
    expect(routes.problemOf(problem, 'GET', '/healthz')).toBe(problem);
  });
});
