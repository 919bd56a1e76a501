import { afterAll, expect, test } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { closeDatabase } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { liveStream } from '#lib/realtime/event-stream.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { writeAudit } from './write-audit.ts';

afterAll(closeDatabase);

/** What a reader hears of two entries, one of a business and one of a person alone, until the last announcement. */
async function heard(hearsGuarded: boolean): Promise<string> {
  const { businessId, as } = await createTenant();
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
  while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
  const note = { action: 'export.csv', objectType: 'list', objectId: 'payments' };
  for (const of of [businessId, null])
    await inTransaction((transaction) => writeAudit(transaction, as.finance, { businessId: of, ...note }));
  await inTransaction((transaction) =>
    announce(transaction, { businessId, topics: ['payments'], ids: ['last'] }),
  );
  while (!text.includes('last')) text += (await reader.read()).value ?? '';
  gone.abort();
  return text;
}

test('whoever reads the log hears of each entry, also of one that is the person’s own', async () => {
  expect((await heard(true)).match(/"audit"/g)).toHaveLength(2);
});

test('nobody else hears that anything was written into it', async () => {
  const text = await heard(false);
  expect(text).not.toContain('audit');
  expect(text.match(/event: change/g)).toHaveLength(1);
});
