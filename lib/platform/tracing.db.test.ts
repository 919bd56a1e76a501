import { createServer, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { DatabasePool } from '#lib/database/driver.ts';
import { measureRun } from '#lib/jobs/measure-run.ts';
import { createServiceClient } from '#lib/service/client.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { createContext } from './context.ts';
import { startTracing } from './start-tracing.ts';
import { traceSpan } from './tracing.ts';

/** The request that the stub of a collector received: OTLP as JSON. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const business = '0d9e1c8a-1111-4222-8333-444455556666';
const bodies: string[] = [];
const pool = new DatabasePool({ connectionString: process.env['DATABASE_URL'], max: 1 });

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/v1/traces') {
    expect(request.headers['content-type']).toBe('application/json');
    bodies.push(Buffer.concat(chunks).toString());
    response.end('{}');
    return;
  }
  if (request.url?.startsWith('/api/v1/')) {
    response.writeHead(503).end();
    return;
  }
  createContext({ kind: 'system', name: 'test' }, { requestId: 'request-1' });
  // Two statements on one connection: the second waits for the release of the first.
  await Promise.all([
    pool.query('SELECT $1::text AS name FROM callback_message LIMIT 1', ['alice@example.com']),
    pool.query('SELECT count(*) FROM payment'),
  ]);
  response.writeHead(200).end();
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${address.port}`;
  process.env['SERVICE_BASE_URL'] = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  globalThis.countinghouseTracer = undefined;
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await pool.end();
});

async function readSpans() {
  await globalThis.countinghouseTracer?.flush();
  return bodies.flatMap((body) =>
    exported
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

const listAttributes = (span: { attributes: readonly { key: string; value: Record<string, unknown> }[] }) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function request(path: string): Promise<void> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: address.port, path }, (response) => {
      response.resume().on('end', () => resolve());
    }).on('error', reject);
  });
}

test('sends a tree of spans for a request, a job, statements and calls, without any data', async () => {
  await startTracing('web');
  await request(`/${business}/payments?q=bob@example.com`);
  const context = createContext({ kind: 'system', name: 'made-up' });
  const job = {
    name: 'made-up',
    everySeconds: 60,
    isWokenBy: () => false,
    runsWhilePaused: true,
    run: async () => {
      await createServiceClient().readBusiness(toId<BusinessId>(business));
      await pool.query('SELECT broken FROM payment');
      return {};
    },
  };
  const { run } = await measureRun(job, context, new AbortController().signal);
  expect(run.failure).not.toBeNull();
  await expect(
    traceSpan({ name: 'failing', kind: 'internal' }, () => Promise.reject(new TypeError('about carol'))),
  ).rejects.toThrow('carol');
  await pool.query('SELECT 1 FROM deposit LIMIT 1');
  await pause(20);

  const spans = await readSpans();
  const find = (name: string) => {
    const span = spans.find((one) => one.name === name);
    if (span === undefined) throw new Error(`no span ${name} in ${spans.map((one) => one.name).join(', ')}`);
    return { ...span, attributes: listAttributes(span) };
  };
  const page = find('GET /[business]/payments');
  expect(page.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/[business]/payments',
    'http.response.status_code': 200,
    'countinghouse.request_id': 'request-1',
  });
  expect(find('SELECT callback_message').parentSpanId).toBe(page.spanId);
  expect(find('SELECT payment').parentSpanId).toBe(page.spanId);
  const ofJob = find('job made-up');
  expect(ofJob.attributes['countinghouse.request_id']).toBe(context.requestId);
  expect(find('service readBusiness')).toMatchObject({
    parentSpanId: ofJob.spanId,
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 503,
      'countinghouse.outcome': 'answer',
    },
  });
  const failed = spans.filter(
    ({ name, parentSpanId }) => name === 'SELECT payment' && parentSpanId === ofJob.spanId,
  );
  expect(failed.map(listAttributes)).toEqual([expect.objectContaining({ 'error.type': '42703' })]);
  expect(find('failing').attributes).toEqual({ 'error.type': 'TypeError' });
  // A statement outside of requests and jobs.
  expect(spans.map(({ name }) => name)).not.toContain('SELECT deposit');

  const sent = bodies.join('\n');
  expect(sent).toContain('countinghouse-web');
  for (const value of [business, 'alice', 'bob', 'carol', 'broken', 'a-test-account', 'SELECT $1'])
    expect(sent).not.toContain(value);
});
