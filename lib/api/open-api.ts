import 'server-only';
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import { tApi } from '#lib/messages/api.ts';
import { env } from '#lib/platform/env.ts';
import { version } from '#lib/values/version.ts';
import type { ApiRoute } from './route.ts';
import { hasId, idParameter } from './route.ts';
import { apiRoutes } from './routes.ts';
import type { ApiOperation } from './schema.ts';
import { apiProblem } from './schema.ts';

const problem = {
  description: tApi('answers.problem'),
  content: { 'application/problem+json': { schema: apiProblem } },
};

/** `/deposits/{id}/risk` is `getDepositsIdRisk`. */
const toOperationId = (path: string): string =>
  `get${path.replace(/[/{}]+(\w)?/g, (_separator, letter: string | undefined) => (letter ?? '').toUpperCase())}`;

const toOperation = (route: ApiRoute): ZodOpenApiOperationObject => ({
  operationId: toOperationId(route.path),
  summary: route.summary,
  description: tApi('reference.scope', { scope: route.scope }),
  security: [{ token: [] }],
  requestParams: { query: route.query, ...(hasId(route) && { path: idParameter }) },
  responses: {
    '200': {
      description: tApi('answers.good'),
      headers: z.object({ ETag: z.string() }),
      content: { 'application/json': { schema: route.response } },
    },
    '304': { description: tApi('answers.notModified') },
    ...Object.fromEntries(['400', '401', '403', '404', '429', '503'].map((status) => [status, problem])),
  },
});

const paths: ZodOpenApiPathsObject = Object.fromEntries(
  apiRoutes.map((route) => [route.path, { get: toOperation(route) }]),
);

let created: ReturnType<typeof createDocument> | null = null;

/** Returns the description of the API in OpenAPI 3.1, generated from the schemas that its requests are checked with. */
export function createApiDocument(): ReturnType<typeof createDocument> {
  // It never changes while the process runs, and anyone may request it.
  created ??= createDocument({
    openapi: '3.1.0',
    info: { title: tApi('title'), description: tApi('description'), version },
    servers: [{ url: `${env.APP_URL}/api/v1` }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: tApi('token') } },
    },
    paths,
  });
  return created;
}

/** Returns the addresses of the API with their parameters, as the document has them. */
export function listApiOperations(): readonly ApiOperation[] {
  const { paths: described = {} } = createApiDocument();
  return apiRoutes.map(({ path, summary, scope }) => ({
    path,
    summary,
    scope,
    parameters: (described[path]?.get?.parameters ?? []).flatMap((parameter) =>
      'name' in parameter ? [{ name: parameter.name, description: parameter.description ?? '' }] : [],
    ),
  }));
}
