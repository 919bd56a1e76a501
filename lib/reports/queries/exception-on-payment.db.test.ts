import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { workExceptionForm } from '#lib/exceptions/schema.ts';
import { workException } from '#lib/exceptions/work-exception.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import { countPayments, listPayments, readPayment } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { listPaymentTimeline } from './timeline.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

let clock = Date.now();
async function pay(displayAmount: string, paymentId: string = randomUUID()): Promise<string> {
  clock += 1_000;
  const deposits = [depositRecordSample({ id: paymentId, displayAmount })];
  const body = toSampleBytes(paymentRecordSample(tenant.businessId, { paymentId, deposits }));
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: tenant.businessId,
      source: 'read',
      startedAt: instant(clock),
      body,
    }),
  );
  return paymentId;
}

const work = (subjectId: string, version: number, change: Record<string, unknown>) =>
  workException(
    tenant.as.finance,
    workExceptionForm.parse({
      businessId: tenant.businessId,
      kind: 'payment',
      subjectId,
      version,
      ownerId: null,
      note: '',
      resolved: false,
      states: ['under', 'over'],
      ...change,
    }),
  );

const find = async (exception: string) => {
  const parameters = new URLSearchParams({ exception });
  const { query, ignored } = parseListQuery(paymentList, (name) => parameters.get(name));
  expect(ignored).toEqual([]);
  const { rows } = await listPayments(tenant.as.viewer, tenant.businessId, query, 100);
  expect((await countPayments(tenant.as.viewer, tenant.businessId, query)).count).toBe(rows.length);
  return rows.map(({ paymentId }) => paymentId);
};
const read = (paymentId: string) => readPayment(tenant.as.viewer, tenant.businessId, paymentId);

test('shows the work on an exception on its payment, in the list and in the timeline', async () => {
  const { personId } = tenant.as.finance.actor;
  const { name } = await database().person.findUniqueOrThrow({ where: { id: personId } });
  const unremarkable = await pay('49.90');
  const untouched = await pay('40.00');
  const paymentId = await pay('40.00');
  expect((await read(paymentId)).exceptionWork).toBeNull();

  await work(paymentId, 0, { ownerId: personId, note: 'Asked the customer' });
  expect((await read(paymentId)).exceptionWork).toMatchObject({
    owner: name,
    note: 'Asked the customer',
    resolvedAt: null,
  });
  expect(await find('assigned')).toEqual([paymentId]);
  expect((await find('open')).toSorted()).toEqual([untouched, paymentId].toSorted());

  await work(paymentId, 1, { ownerId: personId, note: 'Goodwill', resolved: true, reason: 'accepted' });
  expect((await read(paymentId)).exceptionWork).toMatchObject({
    note: 'Goodwill',
    resolvedBy: name,
    resolutionReason: 'accepted',
  });
  expect((await read(paymentId)).exceptionWork?.resolvedAt).not.toBeNull();
  expect(await find('resolved')).toEqual([paymentId]);
  expect(await find('open')).toEqual([untouched]);
  expect((await find('open,resolved')).includes(unremarkable)).toBe(false);

  const { entries } = await listPaymentTimeline(tenant.as.viewer, tenant.businessId, paymentId);
  const steps = entries.flatMap((entry) => (entry.kind === 'exception-work' ? [entry] : []));
  expect(steps).toMatchObject([
    { change: 'resolved', person: name, note: 'Goodwill', reason: 'accepted' },
    { change: 'assigned', person: name, owner: name, note: 'Asked the customer', reason: null },
  ]);
});

test('is open again when a new reason appears after the resolution', async () => {
  const paymentId = await pay('40.00');
  await work(paymentId, 0, { resolved: true, note: 'Goodwill', reason: 'accepted' });
  await pay('60.00', paymentId);
  expect((await read(paymentId)).exceptionWork).toMatchObject({ resolvedAt: null, resolvedBy: null });
  expect(await find('open')).toContain(paymentId);
  expect(await find('resolved')).not.toContain(paymentId);
});

test('continues the timeline of an exception from its cursor', async () => {
  const paymentId = await pay('40.00');
  for (const version of [0, 1, 2]) await work(paymentId, version, { note: `step ${version}` });
  const notes: string[] = [];
  let after: string | null = null;
  do {
    const page = await listPaymentTimeline(tenant.as.viewer, tenant.businessId, paymentId, {
      after,
      size: 1,
    });
    for (const entry of page.entries) if (entry.kind === 'exception-work') notes.push(entry.note);
    after = page.after;
  } while (after !== null);
  expect(notes).toEqual(['step 2', 'step 1', 'step 0']);
});
