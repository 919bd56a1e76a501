import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { connectPatiently } from '#scripts/database/connect.ts';
import type { EmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { pathOf, posted } from './crossing/ask.ts';
import { builtActions, builtRoutes } from './crossing/built-routes.ts';
import { ofBusiness } from './crossing/expectations.ts';
import { actions } from './crossing/expected-actions.ts';
import { migrate } from './crossing/migrate.ts';
import type { Place } from './crossing/places.ts';
import { makePlace } from './crossing/places.ts';
import type { Principal } from './crossing/principals.ts';
import { makePerson, makePrincipals } from './crossing/principals.ts';
import { sendRaw } from './crossing/raw-request.ts';
import type { Server } from './crossing/serve.ts';
import { callbackKey, remove, serve } from './crossing/serve.ts';
import { eachOf } from './crossing/surfaces.ts';

/** Hostile requests at the built web app: its callback route through a real socket, its addresses and its acts. */

const secret = 'a-secret-of-the-hostile-test-that-is-long-enough';
const folders: string[] = [];
let database: EmbeddedDatabase;
let client: Awaited<ReturnType<typeof connectPatiently>>;
let server: Server;
let place: Place;
let owner: Principal;
let callbackPath: string;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countinghouse-hostile-'));
  folders.push(dataDir);
  database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await migrate(database.url);
  client = await connectPatiently(database.url, 'DATABASE_URL');
  const creator = await makePerson(client, 'creator');
  place = await makePlace(client, creator);
  const elsewhere = await makePlace(client, creator);
  const principals = await makePrincipals(client, {
    business: place.business,
    elsewhere: elsewhere.business,
    secret,
  });
  const found = principals.find(({ name }) => name === 'owner');
  if (found === undefined) throw new Error('no owner');
  owner = found;
  const key = createHmac('sha256', callbackKey).update(place.business).digest('base64url');
  callbackPath = `/api/callbacks/${place.business}/${key}/deposit-received`;
  server = await serve(process.cwd(), { databaseUrl: database.url, secret });
});

test.afterAll(async () => {
  await server?.stop();
  await client?.end();
  await database?.stop();
  for (const folder of folders) await remove(folder);
});

/** §6.1, as the service sends it. */
const callback = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    actualDepositAmount: 53.271845,
    actualDisplayAmount: 49.9,
    clientPaymentId: `order-${randomUUID()}`,
    depositCurrency: 'USDT',
    depositId: randomUUID(),
    onChainFee: 0.000021,
    depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    transactionId: 'b1fea4d2c6e7',
    displayCurrency: 'EUR',
    expectedDepositAmount: '53.271845',
    expectedDisplayAmount: 49.9,
    network: 'TRX',
    paymentId: randomUUID(),
    paymentReceivedAt: 1_792_999_000,
    paymentRequestedAt: 1_792_998_900,
    settlementAmount: 49.4,
    settlementCurrency: 'EUR',
    displayServiceFee: 0.5,
    settlementServiceFee: 0.5,
    expirationTime: 1_793_000_000,
    settlementRateDepegLossAmount: null,
    displayRateDepegLossAmount: -0.01,
    settlementDistributedUserServiceFee: '0',
    displayDistributedUserServiceFee: '0',
    status: 'CONFIRMED',
    rateType: 'FIXED',
    ...fields,
  });
const amount = (written: string) => callback({ onChainFee: '@' }).replace('"@"', written);
const encoded = (text: string) => new Uint8Array(Buffer.from(text));

const send = (body: Uint8Array, head = '') =>
  sendRaw(server.address, callbackPath, `content-length: ${body.byteLength}${head}`, (socket) => {
    socket.write(body);
  });

/** What became of a body: null where it is not there. Its bytes are checked on the way. */
async function kept(body: Uint8Array): Promise<string | null> {
  const { rows } = await client.query<{ verdict: string; body: Buffer }>(
    'SELECT verdict, body FROM callback_message WHERE business_id = $1 AND sha256 = $2',
    [place.business, createHash('sha256').update(body).digest()],
  );
  expect(rows.length).toBeLessThan(2);
  if (rows[0] !== undefined) expect(Buffer.compare(rows[0].body, body)).toBe(0);
  return rows[0]?.verdict ?? null;
}

const bodies: readonly (readonly [string, () => string | Uint8Array, number, string])[] = [
  ['nothing', () => '', 400, 'quarantined'],
  ['half an object', () => callback().slice(0, 200), 400, 'quarantined'],
  ['a byte order mark', () => `\ufeff${callback()}`, 400, 'quarantined'],
  ['UTF-16', () => new Uint8Array(Buffer.from(callback(), 'utf16le')), 400, 'quarantined'],
  ['10,000 levels', () => '['.repeat(10_000) + ']'.repeat(10_000), 400, 'quarantined'],
  ['gzip that says nothing of it', () => new Uint8Array(gzipSync(callback())), 400, 'quarantined'],
  ['a key that stands twice', () => callback().replace('{', '{"status":"CONFIRMED",'), 200, 'quarantined'],
  [
    'half a surrogate pair',
    () => callback({ fromAddress: '@' }).replace('"@"', '"\\ud800"'),
    200,
    'quarantined',
  ],
  ['NUL', () => callback({ fromAddress: 'a\u0000' }), 200, 'quarantined'],
  ['1e400', () => amount('1e400'), 200, 'quarantined'],
  ['31 decimals', () => amount(`0.${'1'.repeat(31)}`), 200, 'quarantined'],
  ['a huge number', () => amount('9'.repeat(5_000)), 200, 'quarantined'],
  ['a list for an object', () => `[${callback()}]`, 200, 'quarantined'],
  ['30 decimals', () => amount(`0.${'1'.repeat(30)}`), 200, 'applied'],
  ['__proto__', () => callback().replace('{', '{"__proto__":{"status":"BLOCKED"},'), 200, 'applied'],
];

test('bodies of the callback route, each kept as it came', async () => {
  for (const [what, make, status, verdict] of bodies) {
    const given = make();
    const body = typeof given === 'string' ? encoded(given) : given;
    expect.soft([what, await send(body)]).toEqual([what, status]);
    expect.soft([what, await kept(body)]).toEqual([what, verdict]);
    expect.soft([what, await send(body)]).toEqual([what, 200]);
  }
});

test('ways in which a body may come', async () => {
  const gzip = new Uint8Array(gzipSync(callback()));
  expect(await send(gzip, '\r\ncontent-encoding: gzip')).toBe(415);
  expect(await kept(gzip)).toBeNull();

  const inChunks = callback();
  const chunked = await sendRaw(server.address, callbackPath, 'transfer-encoding: chunked', (socket) => {
    for (const part of inChunks.match(/.{1,9}/g) ?? [])
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    socket.write('0\r\n\r\n');
  });
  expect([chunked, await kept(encoded(inChunks))]).toEqual([200, 'applied']);

  const slow = callback();
  const slowly = await sendRaw(
    server.address,
    callbackPath,
    `content-length: ${slow.length}`,
    async (socket) => {
      socket.setNoDelay(true);
      socket.write(slow.slice(0, -5));
      // One byte a second.
      for (const byte of slow.slice(-5)) {
        await pause(1_000);
        socket.write(byte);
      }
    },
  );
  expect([slowly, await kept(encoded(slow))]).toEqual([200, 'applied']);

  const tooLong = await sendRaw(server.address, callbackPath, 'transfer-encoding: chunked', (socket) => {
    for (let sent = 0; sent < 80; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
  });
  expect(tooLong).toBe(413);

  const cut = encoded(callback());
  await sendRaw(server.address, callbackPath, `content-length: ${cut.byteLength}`, async (socket) => {
    socket.write(cut.slice(0, 300));
    await pause(50);
    socket.destroy();
  });
  expect(await kept(cut.slice(0, 300))).toBeNull();
  expect([await send(cut), await kept(cut)]).toEqual([200, 'applied']);
});

test('whatever comes, in any company: 200 or 400, and kept as it came', async () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json({ noUnicodeString: false }).map(encoded),
    fc
      .tuple(fc.constantFrom('status', 'depositId', 'onChainFee', 'paymentId', 'network'), fc.jsonValue())
      .map(([field, value]) => encoded(callback({ [field]: value }))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 20, maxLength: 20 }), async (company) => {
      const answers = await Promise.all(company.map((body) => send(body)));
      for (const status of answers) expect([200, 400]).toContain(status);
      for (const body of company) expect(await kept(body)).not.toBeNull();
    }),
    { numRuns: 15 },
  );
});

/** What a stranger may type anywhere. */
const typed: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '\u202Efdp.exe',
  'x'.repeat(3_000),
  '=HYPERLINK("https://evil.example")',
  "'; DROP TABLE payment; --",
  '%00',
  '\u0000',
  '%',
  '-1',
  '1e400',
  '9'.repeat(60),
  '9999-99-99..0000-00-00',
  'EUR:..,USD:9..1',
  'newest.asc,__proto__',
  '../../etc/passwd',
  '{"$gt":""}',
];
const names = [
  'q',
  'status',
  'sort',
  'after',
  'before',
  'only',
  'except',
  'columns',
  'view',
  'open',
  'from',
  'to',
  'object',
  'format',
  'expectedDisplayAmount',
  'depositReceivedAt',
  'displayCurrency',
  'case',
  'day',
  '__proto__',
  'constructor',
];

test('any address is answered calmly', async () => {
  const built = builtRoutes();
  const routes = Object.keys(ofBusiness).filter(
    (route) => built.includes(route) && !route.endsWith('/live/route'),
  );
  const queries = routes.flatMap((route) => [
    // All at once, and a few of them by chance.
    [route, names.map((name, index) => [name, typed[index % typed.length] ?? ''] as const)] as const,
    ...fc
      .sample(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...typed)), {
          minLength: 1,
          maxLength: 3,
          selector: ([name]) => name,
        }),
        { numRuns: 3, seed: 7 },
      )
      .map((pairs) => [route, pairs] as const),
  ]);
  const wrong = await eachOf(queries, async ([route, pairs]) => {
    const query = pairs
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
      .slice(0, 6_000);
    const asked = `${pathOf(route, place)}?${query.replace(/%[0-9A-F]?$/, '')}`;
    const response = await fetch(`${server.address}${asked}`, {
      redirect: 'manual',
      headers: { cookie: owner.cookie },
    });
    const text = await response.text();
    const isCalm = response.status < 500 && !text.includes('Something went wrong on our side');
    return isCalm ? [] : [`${asked.slice(0, 200)}: ${response.status}`];
  });
  expect(wrong.flat()).toEqual([]);
});

test('a hostile part of a path is not found', async () => {
  for (const part of [
    '%00',
    '..%2f..%2fetc',
    '%E0%A4%A',
    encodeURIComponent(typed[0] ?? ''),
    'x'.repeat(2_000),
  ])
    for (const before of [
      `/${place.business}/payments`,
      `/api/businesses/${place.business}/payments`,
      `/api/businesses`,
    ])
      expect
        .soft(
          (
            await fetch(`${server.address}${before}/${part}`, {
              redirect: 'manual',
              headers: { cookie: owner.cookie },
            })
          ).status,
          `${before}/${part.slice(0, 40)}`,
        )
        .toBeLessThan(500);
});

test('an act with any field is taken or refused in words, and never a mistake of ours', async () => {
  const wild: readonly unknown[] = [...typed, null, 0, -1, 1e21, true, [], {}, [[]], { toString: 'x' }, ''];
  const wrong: string[] = [];
  let counter = 0;
  for (const { id, name } of builtActions()) {
    const listed = actions[name];
    // The same business everywhere: a new time zone or role would change what the next ones get.
    if (listed === undefined) continue;
    const right = listed.input(place);
    if (typeof right !== 'object' || right === null) continue;
    const fields = Object.keys(right).filter((field) => field !== 'businessId');
    const inputs: unknown[] = [null, [], 'x'];
    for (const field of fields)
      for (let more = 0; more < 2; more += 1) {
        inputs.push({ ...right, [field]: wild[counter % wild.length] });
        counter += 1;
      }
    const answers = await eachOf(inputs, (input) => posted(server.address, id, input, owner), 4);
    for (const [index, { status, text }] of answers.entries()) {
      const refusal = /"ok":false,"code":"([a-z-]+)","message":"([^"]*)"/.exec(text);
      const isCalm =
        status === 200 &&
        (refusal === null ? text.includes('"ok":true') : refusal[1] !== 'internal' && refusal[2] !== '');
      if (!isCalm)
        wrong.push(
          `${name} ${JSON.stringify(inputs[index])?.slice(0, 150)}: ${status} ${refusal?.[1] ?? text.slice(0, 80)}`,
        );
    }
  }
  expect(wrong).toEqual([]);
});
