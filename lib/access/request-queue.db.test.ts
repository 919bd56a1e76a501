import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as sendRequest } from 'node:http';
import { encode } from 'next-auth/jwt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ApiRefusal, createProblemResponse } from '#lib/api/problem.ts';
import { answerScimRefusal } from '#lib/directory/scim-error.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import { hasRequestSlot, releaseRequestSlot } from '#lib/platform/request-slot.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { FairQueue } from './fair-queue.ts';
import { requestQueue } from './person-limits.ts';
import { createRequestGate, noteSessionPerson } from './request-queue.ts';

type Work = (request: IncomingMessage, response: ServerResponse) => void;

const limits = { perKey: 1, total: 10, waitingPerKey: 2, longBacklog: 20, longestWaitMs: 10_000 };
let queue: FairQueue;
let work: Work;
let server: ReturnType<typeof createServer>;
let port = 0;
let agent: Agent;
/** The addresses that passed the gate, in order. */
let passed: string[];

beforeEach(async () => {
  queue = new FairQueue(limits);
  passed = [];
  work = (_request, response) => response.end('fine');
  const gate = createRequestGate(queue, { refusalDelayMs: 10, clientCheckMs: 30 });
  server = createServer((request, response) =>
    gate.admit(request, response, () => {
      passed.push(request.url ?? '');
      work(request, response);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  port = bound !== null && typeof bound !== 'string' ? bound.port : 0;
  agent = new Agent({ maxSockets: 50 });
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

const secret = 'a-test-secret-that-is-long-enough-to-pass';
const createCookie = async (sessionId: string, key = secret) =>
  `ch-theme=dark; next-auth.session-token=${await encode({ token: { sid: sessionId }, secret: key })}`;

type Answer = {
  status: number;
  type: string;
  retryAfter: string | undefined;
  requestId: string;
  text: string;
};

async function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const sent = sendRequest({ port, path, headers, method, agent });
  sent.end();
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const { 'content-type': type = '', 'retry-after': retryAfter, 'x-request-id': id } = response.headers;
  return { status: response.statusCode, type, retryAfter, requestId: String(id), text };
}

/** Holds every request of this path until `finish`. */
function blockPath(path: string): () => void {
  const held: ServerResponse[] = [];
  let isOpen = false;
  work = (request, response) => {
    if (isOpen || request.url !== path) response.end('fine');
    else held.push(response);
  };
  return () => {
    isOpen = true;
    for (const response of held) response.end('fine');
  };
}

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

test('one session waits for its turn while another one is answered', async () => {
  const [busy, other] = [await createCookie(randomUUID()), await createCookie(randomUUID())];
  const finish = blockPath('/slow');
  const answers = [1, 2, 3].map(() => ask('/slow', { cookie: busy }));
  await waitFor(() => expect(queue.waiting).toBe(2));
  expect(await ask('/page', { cookie: other })).toMatchObject({ status: 200 });
  expect(passed).toEqual(['/slow', '/page']);
  finish();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await waitFor(() => expect(queue.running).toBe(0));
});

test('gives each request an id, and a proof of it for our own code', async () => {
  const own: (string | undefined)[] = [];
  work = (request, response) => {
    own.push(String(request.headers['x-own-request-id']).split('.')[0]);
    response.end('fine');
  };
  const sent = { cookie: await createCookie(randomUUID()), 'x-own-request-id': 'of-a-client' };
  const ids = [(await ask('/page', sent)).requestId, (await ask('/page', sent)).requestId];
  expect(own).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

test('answers one request too many with 429, in words, in the form that its sender reads', async () => {
  const cookie = await createCookie(randomUUID());
  const finish = blockPath('/slow');
  const answers = [1, 2, 3].map(() => ask('/slow', { cookie }));
  await waitFor(() => expect(queue.waiting).toBe(2));
  const page = await ask('/page', { cookie, accept: 'text/html' });
  expect(page).toMatchObject({ status: 429, type: 'text/html; charset=utf-8', retryAfter: '2' });
  expect(page.text).toContain(tAccess('busyPage.text'));
  const failure = { ok: false, code: 'throttled', message: tAccess('tooManyRequests'), fieldErrors: {} };
  const api = await ask('/api/businesses/x/payments', { cookie });
  expect(api).toMatchObject({ status: 429, type: 'application/json', retryAfter: '2' });
  expect(JSON.parse(api.text)).toMatchObject(failure);
  const action = await ask('/page', { cookie, 'next-action': 'x', accept: 'text/x-component' }, 'POST');
  expect(action).toMatchObject({ status: 429, type: 'text/x-component', retryAfter: '2' });
  // Next's client decodes the answer to an action with this, and returns the value under `a`.
  const { createFromFetch } = await import(
    // @ts-expect-error Next ships no types of it.
    'next/dist/compiled/react-server-dom-turbopack/client.browser.js'
  );
  const decoded = await createFromFetch(Promise.resolve(new Response(action.text)), {});
  expect(await decoded.a).toMatchObject(failure);
  expect(passed).toEqual(['/slow']);
  finish();
  await Promise.all(answers);
});

test.each([
  ['/api/v1/payments?limit=1', null],
  ['/api/v1', null],
  ['/api/mcp', 'text/event-stream'],
  ['/api/scim/v2/Users', 'application/scim+json'],
])('answers programs behind one address with a problem of their protocol: %s', async (path, accept) => {
  const headers = { authorization: 'Bearer ch_x', ...(accept !== null && { accept }) };
  const finish = blockPath('/slow');
  const answers = [1, 2, 3].map(() => ask('/slow', {}));
  await waitFor(() => expect(queue.waiting).toBe(2));
  const refused = await ask(path, headers, 'POST');
  expect(refused).toMatchObject({ status: 429, retryAfter: '2' });
  // The queue is below the rooms of these protocols. It answers as they do.
  const refusal = new ApiRefusal('too-many-requests');
  const same = path.startsWith('/api/scim')
    ? answerScimRefusal(refusal, {}, 429)
    : createProblemResponse(refusal, refused.requestId);
  expect(refused.type).toBe(same.headers.get('content-type'));
  expect(JSON.parse(refused.text)).toEqual(await same.json());
  finish();
  await Promise.all(answers);
});

test('a request that Next sends to itself belongs to the turn of the first one, and no client can claim it', async () => {
  const cookie = await createCookie(randomUUID());
  const hasSlot: boolean[] = [];
  work = (request, response) => {
    hasSlot.push(hasRequestSlot());
    if (request.url !== '/action') response.end('fine');
    else
      ask('/forwarded', z.record(z.string(), z.string()).parse(request.headers)).then(({ text }) =>
        response.end(`forwarded: ${text}`),
      );
  };
  const actions = await Promise.all([1, 2, 3].map(() => ask('/action', { cookie })));
  expect(actions.map(({ text }) => text)).toEqual(Array(3).fill('forwarded: fine'));
  expect(hasSlot).toEqual(Array(6).fill(true));
  await waitFor(() => expect(queue.running).toBe(0));

  const finish = blockPath('/slow');
  const slow = ask('/slow', { cookie });
  await waitFor(() => expect(queue.running).toBe(1));
  const forged = ask('/page', { cookie, 'x-countinghouse-turn': randomUUID() });
  await waitFor(() => expect(queue.waiting).toBe(1));
  finish();
  expect((await Promise.all([slow, forged])).map(({ status }) => status)).toEqual([200, 200]);
});

test('callbacks, checks of operators and files of the build never wait', async () => {
  const cookie = await createCookie(randomUUID());
  const finish = blockPath('/slow');
  const slow = ask('/slow', { cookie });
  await waitFor(() => expect(queue.running).toBe(1));
  const paths = [
    '/api/callbacks/a/b/withdrawal',
    '/api/health',
    '/api/ready?a',
    '/api/metrics',
    '/api/cron',
    '/api/cron/x',
  ];
  for (const path of [...paths, '/_next/static/a.js'])
    expect(await ask(path, { cookie })).toMatchObject({ status: 200 });
  finish();
  await slow;
});

test('a forged session counts by the address of its sender', async () => {
  const forged = [await createCookie(randomUUID(), 'another-secret-that-is-long-enough'), 'a=b'];
  const finish = blockPath('/slow');
  const first = ask('/slow', { cookie: forged[0] ?? '' });
  await waitFor(() => expect(queue.running).toBe(1));
  const second = ask('/page', { cookie: forged[1] ?? '' });
  await waitFor(() => expect(queue.waiting).toBe(1));
  finish();
  await Promise.all([first, second]);
});

test('two sessions of one person share a budget once the database has named the person', async () => {
  const sessionIds = [toId<SessionId>(randomUUID()), toId<SessionId>(randomUUID())] as const;
  const [one, two] = await Promise.all(sessionIds.map((id) => createCookie(id)));
  const person: PersonActor = {
    kind: 'person',
    personId: toId<PersonId>(randomUUID()),
    sessionId: sessionIds[0],
    email: 'a@b.test',
    name: 'A',
    hasSecondFactor: false,
    roles: new Map([[toId<BusinessId>(randomUUID()), 'viewer']]),
  };
  for (const id of sessionIds) noteSessionPerson(id, person);
  const finish = blockPath('/slow');
  const first = ask('/slow', { cookie: one ?? '' });
  await waitFor(() => expect(queue.running).toBe(1));
  const second = ask('/page', { cookie: two ?? '' });
  await waitFor(() => expect(queue.waiting).toBe(1));
  finish();
  await Promise.all([first, second]);
  // A session that has ended counts alone.
  noteSessionPerson(sessionIds[1], null);
  const again = blockPath('/slow');
  const third = ask('/slow', { cookie: one ?? '' });
  await waitFor(() => expect(queue.running).toBe(1));
  expect(await ask('/page', { cookie: two ?? '' })).toMatchObject({ status: 200 });
  again();
  await third;
  expect(requestQueue().running).toBe(0);
});

const open = (path: string, cookie: string, method = 'GET') =>
  sendRequest({ port, path, method, headers: { cookie }, agent }).on('error', () => undefined);

test.each<[string, Work]>([
  [
    'the answer is written, though its reader has stalled',
    (_request, response) => response.end(Buffer.alloc(20_000_000)),
  ],
  ['the reader takes no more of an answer', (_request, response) => response.write(Buffer.alloc(20_000_000))],
  [
    'the answer becomes a stream',
    (_request, response) => {
      response.write('data: 1\n\n');
      releaseRequestSlot();
    },
  ],
])('frees the slot when %s', async (_name, begin) => {
  const cookie = await createCookie(randomUUID());
  work = begin;
  const slow = open('/slow', cookie);
  slow.on('response', (response) => response.pause()).end();
  await waitFor(() => expect(passed).toEqual(['/slow']));
  work = (_request, response) => response.end('fine');
  expect(await ask('/page', { cookie })).toMatchObject({ status: 200 });
  slow.destroy();
  await waitFor(() => expect(queue.running).toBe(0));
});

test('frees the slot while the body of a request is on its way, and of one whose client has left', async () => {
  const cookie = await createCookie(randomUUID());
  const held: boolean[] = [];
  work = (request, response) => {
    held.push(hasRequestSlot());
    if (request.url === '/page') response.end('fine');
    else request.on('end', () => held.push(hasRequestSlot())).resume();
  };
  const slow = open('/slow', cookie, 'POST');
  slow.write('a');
  await waitFor(() => expect(passed).toEqual(['/slow']));
  expect(await ask('/page', { cookie })).toMatchObject({ status: 200 });
  slow.end();
  await waitFor(() => expect(held).toEqual([true, true, false]));
  slow.destroy();
  const gone = open('/gone', cookie);
  gone.end();
  await waitFor(() => expect(passed).toContain('/gone'));
  gone.destroy();
  await waitFor(() => expect(queue.running).toBe(0));
});

test('a request that is left while it waits never begins', async () => {
  const cookie = await createCookie(randomUUID());
  const finish = blockPath('/slow');
  const slow = ask('/slow', { cookie });
  await waitFor(() => expect(queue.running).toBe(1));
  const left = open('/left', cookie);
  left.end();
  await waitFor(() => expect(queue.waiting).toBe(1));
  left.destroy();
  await waitFor(() => expect(queue.waiting).toBe(0));
  finish();
  await slow;
  expect(passed).toEqual(['/slow']);
});
