import type { FastifyRequest } from 'fastify';

export const docsPath = 'docs';

/** What the page is made of. Its package holds more, which nobody needs and nobody is given. */
const files: ReadonlySet<string> = new Set([
  '',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
]);

const routeOf = ({ routeOptions }: Partial<Pick<FastifyRequest, 'routeOptions'>>): string =>
  routeOptions?.url ?? '';

/** Whether somebody asks for a file beside the page that is no part of it; by the route taken, however it was spelled. */
export const isStray = (request: FastifyRequest): boolean =>
  routeOf(request) === `/${docsPath}/*` && !files.has((request.params as { readonly '*': string })['*']);

const forNothing = "default-src 'none'; frame-ancestors 'none'";
// The page styles itself inline, draws with data URLs, and tries requests on this very server.
const forThePage = `${forNothing}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'`;

/** What a browser may load for an answer of this route. */
export const contentPolicyOf = (request: FastifyRequest): string =>
  routeOf(request).startsWith(`/${docsPath}`) ? forThePage : forNothing;
