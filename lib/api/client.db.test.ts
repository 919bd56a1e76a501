import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { answerApiRequest, apiRoutes, apiWrites, createApiDocument } from './index.ts';
import { createApiFixture, validBodies } from './testing/api-fixture.ts';

const desk = createStatementFixture();
const { fill, createWritingToken } = createApiFixture(desk);
const service = await startFakeService();
service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));

const execute = promisify(execFile);
/** In the project, so that the program finds the client's library. */
const parent = path.join(process.cwd(), 'test-results');
let folder = '';
beforeAll(async () => {
  await fs.mkdir(parent, { recursive: true });
});
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(parent, 'api-client-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});
afterAll(() => service.close());

/** Serves the routes at an address, as Next does. */
async function serve() {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      testRequest.headers = new Headers({ 'x-forwarded-for': '192.0.2.1' });
      for (const [name, value] of Object.entries(request.headers))
        if (typeof value === 'string') testRequest.headers.set(name, value);
      const body = Buffer.concat(parts);
      const answer = await answerApiRequest(
        new Request(`http://localhost${request.url}`, {
          ...{ method: request.method ?? 'GET', headers: testRequest.headers },
          ...(body.length > 0 && { body }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/api/v1`, close: () => server.close() };
}

/** Writes the types of the served document as a program of the business gets them. */
async function writeTypes(): Promise<void> {
  const served: unknown = JSON.parse(JSON.stringify(createApiDocument()));
  const ast = await openapiTS(JSON.stringify(served), { defaultNonNullable: false });
  await fs.writeFile(path.join(folder, 'countinghouse.ts'), astToString(ast));
}

/** Checks the types of a program, and runs it. Returns what it prints, line by line. */
async function run(program: string): Promise<readonly string[]> {
  await fs.writeFile(path.join(folder, 'program.ts'), program);
  await fs.writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['program.ts'], exclude: [] }),
  );
  const compiler = path.join(process.cwd(), 'node_modules/typescript7/bin/tsc');
  await execute(process.execPath, [compiler, '--noEmit', '--incremental', 'false', '-p', folder]).catch(
    (error: { readonly stdout?: string }) => Promise.reject(new Error(error.stdout)),
  );
  const { stdout } = await execute(process.execPath, [path.join(folder, 'program.ts')]);
  return stdout.trim().split('\n');
}

/** Writes a call of each operation, with its answer in a variable of the type that the document promises. */
function writeCalls(ids: Readonly<Record<string, string>>): string {
  const bodies = validBodies();
  const toCall = (method: 'GET' | 'POST', address: string, status: 200 | 201) => {
    const id = ids[address.split('/')[1] ?? ''] ?? '';
    const params = [
      ...(address.includes('{id}') ? [`path: { id: ${JSON.stringify(id)} }`] : []),
      ...(method === 'POST' ? [`header: { 'Idempotency-Key': crypto.randomUUID() }`] : []),
    ];
    const body =
      method === 'POST' ? `, body: ${JSON.stringify(bodies[address.split('/').at(-1) ?? ''])}` : '';
    return `{
      const answer = await client.${method}('${address}', { params: { ${params.join(', ')} }${body} });
      const data: paths['${address}']['${method.toLowerCase()}']['responses'][${status}]['content']['application/json'] | undefined = answer.data;
      console.log(JSON.stringify(['${method} ${address}', answer.response.status, data ?? answer.error]));
    }`;
  };
  return [
    ...apiRoutes.map((route) => toCall('GET', route.path, 200)),
    ...apiWrites.map((write) => toCall('POST', write.path, 201)),
  ].join('\n');
}

const line = z.tuple([z.string(), z.number(), z.unknown()]);

test('a client that is generated from the served document compiles, and calls every operation', async () => {
  const ids = await fill({ hasStatement: true });
  const token = await createWritingToken();
  const { url, close } = await serve();
  await writeTypes();
  const printed = await run(`
    import createClient from 'openapi-fetch';
    import type { components, paths } from './countinghouse.ts';
    const headers = { authorization: 'Bearer ${token}' };
    const client = createClient<paths>({ baseUrl: '${url}', headers });
    ${writeCalls(ids)}
    // @ts-expect-error: no such filter
    await client.GET('/payments', { params: { query: { colour: 'red' } } });
    // @ts-expect-error: a write needs its key
    await client.POST('/payments/{id}/notes', { params: { path: { id: '' } }, body: { text: '' } });
    // @ts-expect-error: an amount is text
    const amount: number | undefined = (await client.GET('/payments')).data?.data[0]?.expectedDisplayAmount;
    const { error } = await client.GET('/payments/{id}', { params: { path: { id: 'x' } } });
    const code: components['schemas']['Problem']['code'] | undefined = error?.code;
    console.log(JSON.stringify(['problem', 0, [typeof amount, code]]));
  `);
  close();
  const lines = printed.map((text) => line.parse(JSON.parse(text)));
  const problem = lines.pop();
  expect(problem).toEqual(['problem', 0, ['string', 'not-found']]);
  const operations = [
    ...apiRoutes.map((route) => ({ name: `GET ${route.path}`, status: 200, response: route.response })),
    ...apiWrites.map((write) => ({ name: `POST ${write.path}`, status: 201, response: write.response })),
  ];
  expect(lines.map(([name, status]) => [name, status])).toEqual(
    operations.map(({ name, status }) => [name, status]),
  );
  for (const [index, { name, response }] of operations.entries())
    expect([name, response.safeParse(lines[index]?.[2]).success]).toEqual([name, true]);
});

test('the program of the manual compiles, and reads every page', async () => {
  const { payments } = await fill();
  const token = await createWritingToken(['payments:read']);
  const manual = await fs.readFile(path.join(process.cwd(), 'docs/api.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(manual) ?? [];
  const { url, close } = await serve();
  await writeTypes();
  const printed = await run(
    program
      .replace('https://pay.example.com/api/v1', url)
      .replace('ch_…', token)
      .replace("status: 'PAID', ", ''),
  );
  close();
  expect(printed).toContain(`${payments} 0.100000000000000000000000000001`);
});
