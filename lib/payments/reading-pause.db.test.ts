import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Clock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { createTenant } from '#lib/platform/testing/tenant.ts';
import { bytes, depositCallbackSample, paymentRecordSample } from '#lib/platform/testing/wire-samples.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

let answer: (response: ServerResponse, paymentId: string) => void;
const asked: string[] = [];
const server: Server = createServer((request, response) => {
  const paymentId = request.url?.split('/').at(-1) ?? '';
  asked.push(paymentId);
  answer(response, paymentId);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
process.env['SERVICE_BASE_URL'] = `http://127.0.0.1:${address.port}`;

const { closeDatabase, database } = await import('#lib/platform/db.ts');
const { receiveCallback } = await import('#lib/callbacks/index.ts');
const { readDuePayments, readingPause, readPayment, readPaymentNow, readSoon } = await import('./index.ts');

const start = Date.now();
let at = start;
const clock: Clock = { now: () => instant(at) };
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  tenant = await createTenant(clock);
});
beforeEach(async () => {
  at = start;
  asked.length = 0;
  await database().payment.updateMany({ data: { nextReadAt: null } });
  await forget();
});
const forget = async () => {
  await database().readingPause.deleteMany();
  await database().readingDoubt.deleteMany();
};
// Whatever is tested next in this database reads payments as usual.
afterEach(forget);
afterAll(async () => {
  server.close();
  await closeDatabase();
});

type Answer = typeof answer;
const saying =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const says = (...given: Parameters<typeof saying>) => {
  answer = saying(...given);
};
const hangingUp: Answer = (response) => void response.destroy();
const hangsUp = () => {
  answer = hangingUp;
};
const working: Answer = (response, paymentId) =>
  void response.writeHead(200).end(JSON.stringify(paymentRecordSample(tenant.businessId, { paymentId })));
const works = () => {
  answer = working;
};
/** All is well but for these. */
const worksExceptFor = (bad: readonly { readonly paymentId: string }[], fails: Answer) => {
  const ids = new Set(bad.map(({ paymentId }) => paymentId));
  answer = (response, paymentId) => (ids.has(paymentId) ? fails : working)(response, paymentId);
};
/** A payment that a callback has just told of. */
async function reported(paymentId?: PaymentId) {
  const sample = depositCallbackSample(paymentId === undefined ? {} : { paymentId });
  await receiveCallback({
    businessId: tenant.businessId,
    kind: 'deposit-received',
    body: bytes(sample),
    headers: {},
    receivedAt: clock.now(),
  });
  return { businessId: tenant.businessId, paymentId: toId<PaymentId>(String(sample['paymentId'])) };
}
const run = () =>
  readDuePayments(createContext({ kind: 'system', name: 'test' }, { clock }), new AbortController().signal);
const seconds = (count: number) => {
  at += count * 1_000;
};

test.each([
  ['an outage', () => says(503), 'answered 503'],
  ['wrong credentials', () => says(401, '{"message":"secret of another business"}'), 'answered 401'],
  ['too many requests', () => says(429), 'answered 429'],
  ['a cut connection', () => hangsUp(), 'did not answer'],
  ['rubbish', () => says(200, '<html>'), 'answered with what can’t be read'],
])(
  '%s pauses the reading of all payments, once for all calls that were under way',
  async (_name, fails, words) => {
    fails();
    for (let one = 0; one < 12; one++) await reported();
    expect(await run()).toEqual({ read: 0, failed: 4 });
    const pause = await readingPause();
    expect(pause).toMatchObject({ failures: 1, since: start, until: start + 10_000 });
    expect(pause?.reason).toContain(words);
    expect(pause?.reason).not.toContain('another business');
    works();
    expect(await run()).toEqual({ read: 0, failed: 0 });
    expect(asked).toHaveLength(4);
  },
);

test('what the service says of one payment alone pauses nothing', async () => {
  says(404, '{"message":"no such payment"}');
  await reported();
  expect(await run()).toEqual({ read: 0, failed: 1 });
  expect(await readingPause()).toBeNull();
});

test('one probe at a time; each that fails doubles the pause, up to a quarter of an hour; one that works ends it', async () => {
  says(503);
  for (let one = 0; one < 20; one++) await reported();
  await run();
  expect(asked).toHaveLength(4);
  for (const wait of [20, 40, 80, 160, 320, 640, 900, 900]) {
    at = (await readingPause())?.until ?? at;
    // Due again all the same, as by callbacks that come in.
    await database().payment.updateMany({
      where: { businessId: tenant.businessId },
      data: { nextReadAt: new Date(at) },
    });
    asked.length = 0;
    await Promise.all([run(), run(), run()]);
    expect(asked).toHaveLength(1);
    expect(((await readingPause())?.until ?? 0) - at).toBe(wait * 1_000);
  }
  works();
  at = (await readingPause())?.until ?? at;
  expect((await run()).read).toBeGreaterThan(4);
  expect(await readingPause()).toBeNull();
});

test('callbacks do not make it shorter, and none of them asks the service meanwhile', async () => {
  says(429);
  const due = await reported();
  await readSoon(due);
  const before = await readingPause();
  asked.length = 0;
  seconds(5);
  for (let one = 0; one < 5; one++) {
    await reported(due.paymentId);
    await readSoon(due);
    await run();
  }
  expect(asked).toEqual([]);
  expect(await readingPause()).toEqual(before);
});

test('a probe for which nothing is due is left to the next that is', async () => {
  says(429);
  await reported();
  await run();
  seconds(11);
  await database().payment.updateMany({ data: { nextReadAt: null } });
  expect(await run()).toEqual({ read: 0, failed: 0 });
  works();
  await reported();
  expect(await run()).toEqual({ read: 1, failed: 0 });
  expect(await readingPause()).toBeNull();
});

test('a person may try all the same: that it works ends the pause, that it fails does not make it longer', async () => {
  says(429);
  const due = await reported();
  await run();
  seconds(3);
  const before = await readingPause();
  await expect(readPaymentNow(tenant.as.finance, due)).rejects.toMatchObject({ code: 'service-refused' });
  expect(await readingPause()).toEqual(before);
  expect((await readPayment(tenant.as.viewer, due.businessId, due.paymentId)).readingPause).toEqual(before);
  works();
  await readPaymentNow(tenant.as.finance, due);
  expect(await readingPause()).toBeNull();
});

const nothingDue = () => database().payment.updateMany({ data: { nextReadAt: null } });
const dueAgain = ({ paymentId }: { paymentId: string }) =>
  database().payment.updateMany({ where: { paymentId }, data: { nextReadAt: new Date(at) } });
const nextReadOf = async ({ paymentId }: { paymentId: string }) =>
  ((await database().payment.findFirst({ where: { paymentId } }))?.nextReadAt?.getTime() ?? 0) - at;

test.each<[string, Answer]>([
  ['answers 500', saying(500)],
  ['answers 504 and when to come again', saying(504, '', { 'retry-after': '30' })],
  ['is cut off', hangingUp],
  ['is answered with a page', saying(200, '<html>')],
  ['is forbidden', saying(403)],
])('one payment that always %s pauses nothing, with others and alone', async (_what, fails) => {
  const bad = await reported();
  worksExceptFor([bad], fails);
  for (let round = 0; round < 7; round++) {
    const others = round % 3 === 0 ? 0 : 5;
    await nothingDue();
    for (let one = 0; one < others; one++) await reported();
    await dueAgain(bad);
    expect(await run()).toEqual({ read: others, failed: 1 });
    expect(await readingPause()).toBeNull();
    seconds(70);
  }
  // It is itself left in peace ever longer.
  expect(await nextReadOf(bad)).toBeGreaterThan(3_500_000 - 70_000);
});

test('several that always fail look like an outage once, and never again', async () => {
  const bad = await Promise.all(Array.from({ length: 4 }, () => reported()));
  seconds(1);
  for (let one = 0; one < 6; one++) await reported();
  worksExceptFor(bad, saying(500));
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await readingPause()).toMatchObject({ failures: 1 });
  seconds(11);
  // The probe is not one of those that failed, so the pause is over.
  expect((await run()).read).toBe(6);
  expect(await readingPause()).toBeNull();
  for (let round = 0; round < 5; round++) {
    await nothingDue();
    for (const one of bad) await dueAgain(one);
    await reported();
    expect(await run()).toEqual({ read: 1, failed: 4 });
    expect(await readingPause()).toBeNull();
    seconds(60);
  }
});

test('of those that fail alone none is a probe for long, and none makes the pause longer', async () => {
  const bad = await reported();
  worksExceptFor([bad], saying(500));
  await run();
  await reported();
  await run();
  says(429);
  await reported();
  await run();
  const pause = await readingPause();
  expect(pause).toMatchObject({ failures: 1 });
  seconds(11);
  await nothingDue();
  await dueAgain(bad);
  worksExceptFor([bad], saying(500));
  await run();
  expect(await readingPause()).toEqual(pause);
  // The probe is free for another one at once.
  await reported();
  expect(await run()).toEqual({ read: 1, failed: 0 });
  expect(await readingPause()).toBeNull();
});

test('the same one failing again makes the pause of others no longer', async () => {
  says(500);
  const first = await reported();
  for (let one = 0; one < 3; one++) await reported();
  await run();
  expect(await readingPause()).toMatchObject({ failures: 1 });
  seconds(11);
  await nothingDue();
  await dueAgain(first);
  await run();
  expect(await readingPause()).toMatchObject({ failures: 1, until: at + 10_000 });
});

test('a record that is longer than we take is a matter of that payment alone', async () => {
  const bad = await Promise.all(Array.from({ length: 4 }, () => reported()));
  worksExceptFor(bad, saying(200, 'x'.repeat(17 << 20)));
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await readingPause()).toBeNull();
});

test.each([
  ['503', 503, '120', 120],
  ['429', 429, '45', 45],
  ['a wait that is shorter than ours', 429, '1', 10],
  ['a wait without end', 503, '99999999', 3_600],
  ['what can’t be understood', 429, 'soon', 10],
])('when to come again is kept to: %s', async (_what, status, header, wait) => {
  says(status, '', { 'retry-after': header });
  const due = await reported();
  expect(await run()).toEqual({ read: 0, failed: 1 });
  expect(await readingPause()).toMatchObject({ failures: 1, until: at + wait * 1_000 });
  expect(await nextReadOf(due)).toBe(Math.max(60, wait) * 1_000);
});

test('of calls that were under way together the longest wait that was asked for counts', async () => {
  let wait = 20;
  answer = (response) => {
    wait += 20;
    response.writeHead(503, { 'retry-after': String(wait) }).end();
  };
  for (let one = 0; one < 4; one++) await reported();
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await readingPause()).toMatchObject({ failures: 1, until: at + 100_000 });
});

test('an outage that began with one payment is known by the third', async () => {
  says(500);
  for (let one = 1; one <= 3; one++) {
    const due = await reported();
    await readSoon(due);
    expect((await readingPause()) !== null).toBe(one === 3);
  }
});
