import { afterAll, expect, test } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { closeDatabase } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createLiveStream } from '#lib/realtime/event-stream.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import { writeAudit } from './write-audit.ts';

afterAll(closeDatabase);

/**
 * Returns the events that a client receives for two entries, one of a business and one of a person, up to the last
 * announcement.
 */
async function readEvents(canSeeGuarded: boolean): Promise<string> {
  const { businessId, as } = await createTenant();
  const abort = new AbortController();
  const stream = createLiveStream({
    businessId,
    readDay: () => readBusinessDay(businessId),
    hiddenTopics: canSeeGuarded ? [] : guardedTopics,
    mayContinue: async () => true,
    signal: abort.signal,
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
  const note = { action: 'export.csv', objectType: 'list', objectId: 'payments' };
  for (const of of [businessId, null])
    await inTransaction((transaction) => writeAudit(transaction, as.finance, { businessId: of, ...note }));
  await inTransaction((transaction) =>
    announce(transaction, { businessId, topics: ['payments'], ids: ['last'] }),
  );
  while (!text.includes('last')) text += (await reader.read()).value ?? '';
  abort.abort();
  return text;
}

test('announces each entry to readers of the log, also one of the person alone', async () => {
  expect((await readEvents(true)).match(/"audit"/g)).toHaveLength(2);
});

test('announces no entry to anyone else', async () => {
  const text = await readEvents(false);
  expect(text).not.toContain('audit');
  expect(text.match(/event: change/g)).toHaveLength(1);
});
