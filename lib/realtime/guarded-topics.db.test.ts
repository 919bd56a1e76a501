import { expect, test } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import { createLiveStream } from './event-stream.ts';
import { announce, subscribe } from './live-events.ts';

/** Events of a reader up to the last change, which everyone may receive. */
async function readEvents(canSeeGuarded: boolean): Promise<string> {
  const businessId = await createBusiness();
  const controller = new AbortController();
  const stream = createLiveStream({
    businessId,
    readDay: () => readBusinessDay(businessId),
    hiddenTopics: canSeeGuarded ? [] : guardedTopics,
    mayContinue: async () => true,
    signal: controller.signal,
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // The connection is listening once it has reported `missed`.
  while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
  const announceChange = (change: Omit<Parameters<typeof announce>[1], 'businessId'>) =>
    inTransaction((transaction) => announce(transaction, { businessId, ...change }));
  await announceChange({ topics: ['reviews'], ids: ['case-1'] });
  await announceChange({ topics: ['reviews', 'deposits'], ids: ['case-2'] });
  await announceChange({ topics: ['payments'], ids: ['last'] });
  while (!text.includes('last')) text += (await reader.read()).value ?? '';
  controller.abort();
  return text;
}

test('sends review changes to people who work on reviews', async () => {
  const text = await readEvents(true);
  expect(text).toContain('case-1');
  expect(text).toContain('"reviews"');
});

test('sends others neither the topic, nor a case id, nor a separate event', async () => {
  const text = await readEvents(false);
  expect(text).not.toContain('reviews');
  expect(text).not.toContain('case-');
  expect(text.match(/event: change/g)).toHaveLength(2);
  expect(text).toContain('"deposits"');
});

test('repeats the changes since a page was rendered, by the same rule, and none twice for others', async () => {
  const businessId = await createBusiness();
  const since = Promise.withResolvers<Instant>();
  const stop = subscribe((event) => {
    // Later than the margin for clocks, so that the memory is complete from there.
    if (event.kind === 'missed') since.resolve(addMilliseconds(instant(Date.now()), 5_001));
  });
  const from = await since.promise;
  const heard = Promise.withResolvers<void>();
  const stopWaiting = subscribe(
    (event) => event.kind === 'change' && event.ids[0] === 'last' && heard.resolve(),
  );
  const announceChange = (change: Omit<Parameters<typeof announce>[1], 'businessId'>) =>
    inTransaction((transaction) => announce(transaction, { businessId, ...change }));
  await announceChange({ topics: ['reviews'], ids: ['case-1'] });
  await announceChange({ topics: ['payments'], ids: ['last'] });
  await heard.promise;
  const readFirst = async (canSeeGuarded: boolean, at: Instant) => {
    const controller = new AbortController();
    const reader = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      hiddenTopics: canSeeGuarded ? [] : guardedTopics,
      mayContinue: async () => true,
      signal: controller.signal,
      since: at,
    })
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = '';
    while (!/last|missed/.test(text)) text += (await reader.read()).value ?? '';
    controller.abort();
    return text;
  };
  expect(await readFirst(true, from)).toContain('case-1');
  expect((await readFirst(false, from)).match(/event: .*\ndata: .*/g)).toEqual([
    'event: change\ndata: {"topics":["payments"],"ids":["last"]}',
  ]);
  expect(await readFirst(false, instant(0))).toContain('event: missed');
  stopWaiting();
  stop();
});
