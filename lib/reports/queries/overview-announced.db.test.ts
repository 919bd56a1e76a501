import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acknowledgeRefusals } from '#lib/callbacks/http/acknowledge-refusals.ts';
import { addRefusalCounts, storeRefusal } from '#lib/callbacks/store.ts';
import { acknowledgeConflict } from '#lib/connection/acknowledge-conflict.ts';
import { readConnection } from '#lib/connection/index.ts';
import { insertPayment, setReadingPause } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { recordAnswer, recordServiceFailure } from '#lib/payments/sync/read-evidence-store.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

/** Alarms without a list topic are announced on Overview's topic. */
let tenant: Tenant;
const events: string[] = [];
let stop = () => {};

beforeAll(async () => {
  tenant = await createTenant();
  let isListening = false;
  stop = subscribe((event) => {
    if (event.kind === 'missed') isListening = true;
    if (event.kind === 'change') events.push(`${event.businessId} ${event.topics}`);
  });
  await vi.waitFor(() => expect(isListening).toBe(true), { timeout: 60_000, interval: 5 });
});
afterAll(async () => {
  stop();
});

async function expectAnnounced(act: () => Promise<unknown>) {
  events.length = 0;
  await act();
  await vi.waitFor(() => expect(events).toContain(`${tenant.businessId} overview`), {
    timeout: 60_000,
    interval: 5,
  });
}

test('announces a refused callback, stored or counted, and its acknowledgement', async () => {
  const { businessId } = tenant;
  const at = instant(Date.now());
  await expectAnnounced(() =>
    storeRefusal({
      businessId,
      kind: 'withdrawal',
      reason: 'encoded',
      receivedAt: at,
      headers: {},
      excerpt: new Uint8Array([1]),
    }),
  );
  const unknown = toId<BusinessId>(randomUUID());
  const one = { kind: 'withdrawal', reason: 'secret', hour: at - (at % 3_600_000), count: 2 } as const;
  await expectAnnounced(() =>
    addRefusalCounts(
      [unknown, businessId].map((id) => ({ ...one, businessId: id, firstAt: at, lastAt: at })),
    ),
  );
  expect(events.join()).not.toContain(unknown);
  await expectAnnounced(() =>
    acknowledgeRefusals(tenant.as.finance, { businessId, upTo: at, note: 'Sent again.' }),
  );
});

test('announces an acknowledged conflict', async () => {
  const { businessId } = tenant;
  const value = (text: string, at: number) => ({ value: text, source: 'callback', at });
  const paymentId = await insertPayment(businessId, {
    conflicts: [{ field: 'displayCurrency', values: [value('EUR', 1), value('USD', 2)] }],
  });
  const { conflicts } = await readConnection(tenant.as.viewer, businessId);
  const fingerprint = conflicts.records.find(({ id }) => id === paymentId)?.fingerprint ?? '';
  const input = { businessId, kind: 'payment', id: paymentId, fingerprint, note: 'Asked them.' } as const;
  await expectAnnounced(() => acknowledgeConflict(tenant.as.finance, input));
});

test('announces that reading of payments pauses and continues', async () => {
  const due = { businessId: tenant.businessId, paymentId: toId<PaymentId>(randomUUID()) };
  const at = instant(Date.now());
  const failure = { reason: 'The service answered 503.', affectsAllPayments: true, retryAt: null };
  await setReadingPause(null);
  await expectAnnounced(() => recordServiceFailure(due, at, at, failure));
  await expectAnnounced(() => recordAnswer(due, at));
  events.length = 0;
  await recordAnswer(due, at);
  await new Promise((woken) => setTimeout(woken, 200));
  expect(events).not.toContain(`${tenant.businessId} overview`);
});
