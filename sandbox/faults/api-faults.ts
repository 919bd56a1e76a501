import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../api/errors.ts';
import type { Faults } from './faults.ts';

const documented = (request: FastifyRequest): boolean => request.url.startsWith('/api/v1/');
const creates = (request: FastifyRequest): boolean =>
  request.method === 'POST' && request.url.startsWith('/api/v1/payments');

const statuses: readonly (readonly [string, number, string])[] = [
  ['unauthorized', 401, 'UNAUTHORIZED'],
  ['unprocessable', 422, 'INVALID_REQUEST'],
  ['throttled', 429, 'TOO_MANY_REQUESTS'],
  ['server-error', 500, 'INTERNAL'],
];

const refusal = (code: string) => ({ error: { code, message: 'A fault of the sandbox.', fields: {} } });

/** Generates a body of this size that looks like JSON. */
function* blanks(megabytes: number): Generator<Buffer> {
  const block = Buffer.alloc(1024 * 1024, ' ');
  for (let count = 0; count < megabytes; count += 1) yield block;
}

function closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

async function beforeAnswer(faults: Faults, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const late = faults.hits('latency');
  if (late !== null) await sleep(late);
  if (faults.hits('outage') !== null) return closeConnection(request, reply);
  if (faults.hits('half-open') !== null) return reply.hijack();
  for (const [name, status, code] of statuses)
    if (faults.hits(name) !== null) {
      if (status === 429) reply.header('retry-after', '30');
      return sendJson(reply, status, refusal(code));
    }
  if (faults.hits('html') !== null)
    return reply.type('text/html').send('<!doctype html><title>Welcome</title><h1>It works</h1>');
  if (faults.hits('redirect') !== null) return reply.redirect('http://192.0.2.1/elsewhere', 302);
  const megabytes = faults.hits('huge');
  if (megabytes === null) return undefined;
  return reply.type('application/json').send(Readable.from(blanks(megabytes)));
}

/** Applies faults to the documented operations. */
export function addApiFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!documented(request)) return undefined;
    return (await beforeAnswer(faults, request, reply)) === undefined ? undefined : reply;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!creates(request) || reply.statusCode !== 200) return payload;
    if (faults.hits('commit-then-drop') !== null) {
      request.raw.socket.destroy();
      return payload;
    }
    if (faults.hits('error-after-commit') === null) return payload;
    reply.code(500);
    return JSON.stringify(refusal('INTERNAL'));
  });
}
