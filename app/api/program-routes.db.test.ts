import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiRoutes, apiWrites, createApiDocument } from '#lib/api/index.ts';
import { apiProblem } from '#lib/api/schema.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';

testRequest.headers = new Headers({ 'x-forwarded-for': '192.0.2.1' });

const routes = {
  '/api/v1': await import('./v1/[[...path]]/route.ts'),
  '/api/v1/openapi.json': await import('./v1/openapi.json/route.ts'),
  '/api/mcp': await import('./mcp/route.ts'),
  '/api/scim/v2': await import('./scim/v2/[[...path]]/route.ts'),
};
/** All that Next calls. It answers others itself, without a word. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

describe.each(Object.entries(routes))('%s', (address, route) => {
  test.each(methods)('answers %s in the form of its protocol', async (method) => {
    const response = await route[method](new Request(`http://localhost:3000${address}`, { method }));
    const isDocument = address === '/api/v1/openapi.json';
    const isRead = method === 'GET' || method === 'HEAD';
    expect(response.status).toBe(isDocument ? (isRead ? 200 : 405) : 401);
    expect(response.headers.get('x-request-id')).not.toBeNull();
    if (isDocument && isRead) return;
    if (isDocument) expect(response.headers.get('allow')).toBe('GET, HEAD');
    if (address === '/api/scim/v2')
      expect(await response.json()).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '401',
      });
    else expect(apiProblem.strict().parse(await response.json()).status).toBe(response.status);
  });
});

test('every address below /api/v1 is in the table that the OpenAPI document is made from', () => {
  const app = path.join(import.meta.dirname, 'v1');
  // Any other file would serve an address that no schema describes.
  expect(
    fs
      .globSync('**/*.*', { cwd: app })
      .filter((name) => fs.statSync(path.join(app, name)).isFile())
      .sort(),
  ).toEqual(['[[...path]]/route.ts', 'openapi.json/route.ts']);
  const served = new Set([...apiRoutes, ...apiWrites].map((route) => route.path));
  expect(new Set(Object.keys(createApiDocument().paths ?? {}))).toEqual(served);
});
