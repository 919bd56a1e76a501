import { expect, test } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { liveStream } from './event-stream.ts';
import { announce } from './live-events.ts';

/** What a reader hears until the last announcement, which everybody may hear. */
async function heard(hearsGuarded: boolean): Promise<string> {
  const businessId = await createBusiness();
  const gone = new AbortController();
  const stream = liveStream({
    businessId,
    readDay: () => readBusinessDay(businessId),
    hearsGuarded,
    mayContinue: async () => true,
    gone: gone.signal,
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // The connection listens once it has said that changes may have been missed.
  while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
  const tell = (change: Omit<Parameters<typeof announce>[1], 'businessId'>) =>
    inTransaction((transaction) => announce(transaction, { businessId, ...change }));
  await tell({ topics: ['reviews'], ids: ['case-1'] });
  await tell({ topics: ['reviews', 'deposits'], ids: ['case-2'] });
  await tell({ topics: ['payments'], ids: ['last'] });
  while (!text.includes('last')) text += (await reader.read()).value ?? '';
  gone.abort();
  return text;
}

test('who works reviews hears of them', async () => {
  const text = await heard(true);
  expect(text).toContain('case-1');
  expect(text).toContain('"reviews"');
});

test('nobody else hears the topic, a case’s id, or an event of its own for it', async () => {
  const text = await heard(false);
  expect(text).not.toContain('reviews');
  expect(text).not.toContain('case-');
  expect(text.match(/event: change/g)).toHaveLength(2);
  expect(text).toContain('"deposits"');
});
