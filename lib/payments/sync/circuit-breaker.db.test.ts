import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startScriptedService } from '../testing/scripted-service.ts';

const service = await startScriptedService();
const { database } = await import('#lib/database/pools.ts');
const { receiveCallback } = await import('#lib/callbacks/index.ts');
const { createReadFixture } = await import('../testing/read-fixture.ts');
const { findReadingPause, readPayment, readPaymentNow, readAfterCallback } = await import('../index.ts');
const desk = createReadFixture(service, receiveCallback);
const { clock, readNextRead, reported, run, works } = desk;
beforeAll(desk.open);
beforeEach(desk.begin);
// The next test in this database reads payments as usual.
afterEach(desk.forget);
afterAll(async () => {
  service.close();
});

test.each([
  ['an outage', () => service.says(503), 'answered with HTTP status 503'],
  [
    'wrong credentials',
    () => service.says(401, '{"message":"secret of another business"}'),
    'answered with HTTP status 401',
  ],
  ['too many requests', () => service.says(429), 'answered with HTTP status 429'],
  ['a cut connection', () => service.hangsUp(), 'did not answer'],
  ['rubbish', () => service.says(200, '<html>'), 'answer could not be understood'],
])('%s pauses the refresh of all payments, once for all concurrent calls', async (_name, fails, words) => {
  fails();
  for (let one = 0; one < 12; one++) await reported();
  expect(await run()).toEqual({ read: 0, failed: 4 });
  const pause = await findReadingPause();
  expect(pause).toMatchObject({ failures: 1, since: clock.now(), until: clock.now() + 10_000 });
  expect(pause?.reason).toContain(words);
  expect(pause?.reason).not.toContain('another business');
  works();
  expect(await run()).toEqual({ read: 0, failed: 0 });
  expect(service.requestedIds).toHaveLength(4);
});

test('does not pause on a failure that concerns one payment', async () => {
  service.says(404, '{"message":"no such payment"}');
  await reported();
  expect(await run()).toEqual({ read: 0, failed: 1 });
  expect(await findReadingPause()).toBeNull();
});

test('sends one probe at a time, doubles the pause after each failure up to 15 minutes, and ends it after a success', async () => {
  service.says(503);
  for (let one = 0; one < 20; one++) await reported();
  await run();
  expect(service.requestedIds).toHaveLength(4);
  for (const wait of [20, 40, 80, 160, 320, 640, 900, 900]) {
    clock.set((await findReadingPause())?.until ?? clock.now());
    // Makes payments due again during the pause, as new callbacks do.
    await database().payment.updateMany({
      where: { businessId: desk.tenant().businessId },
      data: { nextReadAt: new Date(clock.now()) },
    });
    service.requestedIds.length = 0;
    await Promise.all([run(), run(), run()]);
    expect(service.requestedIds).toHaveLength(1);
    expect(((await findReadingPause())?.until ?? 0) - clock.now()).toBe(wait * 1_000);
  }
  works();
  clock.set((await findReadingPause())?.until ?? clock.now());
  expect((await run()).read).toBeGreaterThan(4);
  expect(await findReadingPause()).toBeNull();
});

test('does not shorten the pause after callbacks, and sends no request for them', async () => {
  service.says(429);
  const due = await reported();
  await readAfterCallback(due);
  const before = await findReadingPause();
  service.requestedIds.length = 0;
  clock.pass(5);
  for (let one = 0; one < 5; one++) {
    await reported(due.paymentId);
    await readAfterCallback(due);
    await run();
  }
  expect(service.requestedIds).toEqual([]);
  expect(await findReadingPause()).toEqual(before);
});

test('leaves a probe without a due payment to the next run', async () => {
  service.says(429);
  await reported();
  await run();
  clock.pass(11);
  await database().payment.updateMany({ data: { nextReadAt: null } });
  expect(await run()).toEqual({ read: 0, failed: 0 });
  works();
  await reported();
  expect(await run()).toEqual({ read: 1, failed: 0 });
  expect(await findReadingPause()).toBeNull();
});

test('lets a person refresh during a pause: success ends the pause, failure does not extend it', async () => {
  service.says(429);
  const due = await reported();
  await run();
  clock.pass(3);
  const before = await findReadingPause();
  await expect(readPaymentNow(desk.tenant().as.finance, due)).rejects.toMatchObject({
    code: 'service-refused',
  });
  expect(await findReadingPause()).toEqual(before);
  expect((await readPayment(desk.tenant().as.viewer, due.businessId, due.paymentId)).readingPause).toEqual(
    before,
  );
  works();
  await readPaymentNow(desk.tenant().as.finance, due);
  expect(await findReadingPause()).toBeNull();
});

test.each([
  ['503', 503, '120', 120],
  ['429', 429, '45', 45],
  ['a wait that is shorter than ours', 429, '1', 10],
  ['a wait without end', 503, '99999999', 3_600],
  ['what can’t be understood', 429, 'soon', 10],
])('respects Retry-After: %s', async (_what, status, header, wait) => {
  service.says(status, '', { 'retry-after': header });
  const due = await reported();
  expect(await run()).toEqual({ read: 0, failed: 1 });
  expect(await findReadingPause()).toMatchObject({ failures: 1, until: clock.now() + wait * 1_000 });
  expect(await readNextRead(due)).toBe(Math.max(60, wait) * 1_000);
});

test('uses the longest Retry-After of concurrent requests', async () => {
  let wait = 20;
  service.answers((response) => {
    wait += 20;
    response.writeHead(503, { 'retry-after': String(wait) }).end();
  });
  for (let one = 0; one < 4; one++) await reported();
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await findReadingPause()).toMatchObject({ failures: 1, until: clock.now() + 100_000 });
});

test('detects an outage that begins with one payment at the third failure', async () => {
  service.says(500);
  for (let one = 1; one <= 3; one++) {
    const due = await reported();
    await readAfterCallback(due);
    expect((await findReadingPause()) !== null).toBe(one === 3);
  }
});
