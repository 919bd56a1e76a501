import 'server-only';
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import { tApi } from '#lib/messages/api.ts';
import { env } from '#lib/platform/env.ts';
import { version } from '#lib/values/version.ts';
import type { ApiRoute, ApiWrite } from './route.ts';
import { hasId, idParameter } from './route.ts';
import { apiRoutes } from './routes.ts';
import type { ApiOperation } from './schema.ts';
import { apiProblem } from './schema.ts';
import { apiWrites } from './write-routes.ts';

const problem = {
  description: tApi('answers.problem'),
  content: { 'application/problem+json': { schema: apiProblem } },
};

/** `/deposits/{id}/risk` is `getDepositsIdRisk`. */
const toOperationId = (method: 'get' | 'post', path: string): string =>
  `${method}${path.replace(/[/{}]+(\w)?/g, (_separator, letter: string | undefined) => (letter ?? '').toUpperCase())}`;

const toOperation = (route: ApiRoute): ZodOpenApiOperationObject => ({
  operationId: toOperationId('get', route.path),
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

const writeHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .meta({ description: tApi('parameter.idempotencyKey') }),
});

const made = (description: string, response: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: response } },
});

const toWriteOperation = (route: ApiWrite): ZodOpenApiOperationObject => ({
  operationId: toOperationId('post', route.path),
  summary: route.summary,
  description: tApi('reference.scope', { scope: route.scope }),
  security: [{ token: [] }],
  requestParams: {
    query: route.query,
    header: writeHeaders,
    ...(hasId(route) && { path: idParameter }),
  },
  requestBody: { required: true, content: { 'application/json': { schema: route.body } } },
  responses: {
    '201': made(tApi('answers.made'), route.response),
    '200': made(tApi('answers.repeated'), route.response),
    ...Object.fromEntries(
      ['400', '401', '403', '404', '409', '413', '415', '422', '429', '503'].map((status) => [
        status,
        problem,
      ]),
    ),
  },
});

const listPaths = (): ZodOpenApiPathsObject => {
  const all = new Set([...apiRoutes, ...apiWrites].map(({ path }) => path));
  return Object.fromEntries(
    [...all].map((path) => {
      const read = apiRoutes.find((route) => route.path === path);
      const write = apiWrites.find((route) => route.path === path);
      return [
        path,
        { ...(read && { get: toOperation(read) }), ...(write && { post: toWriteOperation(write) }) },
      ];
    }),
  );
};

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
    paths: listPaths(),
  });
  return created;
}

const namedParameter = z.object({ name: z.string(), description: z.string().default('') });
/** Lists the fields of a body with their descriptions. */
const listFields = (body: z.ZodObject): ApiOperation['parameters'] =>
  Object.entries(body.shape).map(([name, field]) => ({
    name,
    description: z.globalRegistry.get(field)?.description ?? '',
  }));

/** Returns the addresses of the API with their parameters and fields, as the document has them. */
export function listApiOperations(): readonly ApiOperation[] {
  const { paths = {} } = createApiDocument();
  const listParameters = (operation: { parameters?: readonly object[] } | undefined) =>
    (operation?.parameters ?? []).flatMap((parameter) => {
      const parsed = namedParameter.safeParse(parameter);
      return parsed.success ? [parsed.data] : [];
    });
  return [
    ...apiRoutes.map(({ path, summary, scope }) => ({
      method: 'GET' as const,
      path,
      summary,
      scope,
      parameters: listParameters(paths[path]?.get),
    })),
    ...apiWrites.map(({ path, summary, scope, body }) => ({
      method: 'POST' as const,
      path,
      summary,
      scope,
      parameters: [...listParameters(paths[path]?.post), ...listFields(body)],
    })),
  ];
}
