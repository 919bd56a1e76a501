import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acknowledgeConflict } from '#lib/connection/acknowledge-conflict.ts';
import { readConnection } from '#lib/connection/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

describe('since when the oldest conflict waits', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const hour = 3_600_000;
  const clock = createFixedClock(instant(now));

  type Fields = Parameters<typeof paymentRecordSample>[1];

  const read = (businessId: BusinessId, hours: number, fields: Fields) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        ...{ businessId, source: 'read', startedAt: instant(now - hours * hour) },
        body: toSampleBytes(paymentRecordSample(businessId, { clientPaymentId: 'a', ...fields })),
      }),
    );
  const receive = (businessId: BusinessId, hours: number, fields: Fields) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        ...{ businessId, kind: 'deposit-received', receivedAt: instant(now - hours * hour), headers: {} },
        body: toSampleBytes(depositCallbackSample({ clientPaymentId: 'a', ...fields })),
      }),
    );

  /** In hours. Null: not shown. */
  const readAge = async ({ as, businessId }: Awaited<ReturnType<typeof createTenant>>) => {
    const { attention } = await readOverview(as.viewer, businessId);
    const found = attention.find(({ kind }) => kind === 'contradiction');
    return found?.oldest === undefined ? null : (now - found.oldest) / hour;
  };

  test('is the time of the value that brought it, however often values are repeated', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const paymentId = randomUUID();
    await read(businessId, 50, { paymentId });
    await read(businessId, 40, { paymentId, locale: 'de' });
    expect(await readAge(tenant)).toBeNull();
    await read(businessId, 20, { paymentId, displayCurrency: 'USD' });
    await read(businessId, 5, { paymentId, locale: 'fr' });
    await read(businessId, 1, { paymentId, displayCurrency: 'USD' });
    expect(await readAge(tenant)).toBe(20);
    const { records } = (await readConnection(tenant.as.viewer, businessId)).conflicts;
    const fingerprint = records[0]?.fingerprint ?? '';
    const acknowledged = { kind: 'payment', id: paymentId, fingerprint, note: 'Asked them.' } as const;
    await acknowledgeConflict(tenant.as.finance, { businessId, ...acknowledged });
    expect(await readAge(tenant)).toBeNull();
    await read(businessId, -1, { paymentId, locale: 'pl' });
    await read(businessId, -2, { paymentId, displayCurrency: 'GBP' });
    expect(await readAge(tenant)).toBe(-2);
  });

  test('does not depend on how many contents differ in risk detail alone', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const [paymentId, depositId] = [randomUUID(), randomUUID()];
    await receive(businessId, 30, { paymentId, depositId });
    await receive(businessId, 20, { paymentId, depositId, transactionId: 'another' });
    const deposit = depositRecordSample({ id: depositId });
    await read(businessId, 15, { paymentId, deposits: [deposit] });
    expect(await readAge(tenant)).toBe(20);
    for (let n = 1; n <= 20; n += 1) {
      const riskScore = `0.${n}`;
      await receive(businessId, 10, { paymentId, depositId, riskScore });
      await read(businessId, 9, { paymentId, deposits: [{ ...deposit, riskScore }] });
    }
    const { rows } = await databasePool().query(
      `SELECT (SELECT count(*)::int FROM callback_message WHERE business_id = $1 AND shown_with IS NOT NULL) AS callbacks,
        (SELECT count(*)::int FROM service_answer WHERE business_id = $1 AND shown_with IS NOT NULL) AS answers`,
      [businessId],
    );
    expect(rows).toEqual([{ callbacks: 20, answers: 20 }]);
    expect(await readAge(tenant)).toBe(20);
  });

  test('is unknown if a content that brought a value is missing', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const paymentId = randomUUID();
    await read(businessId, 50, { paymentId });
    await read(businessId, 20, { paymentId, displayCurrency: 'USD' });
    expect(await readAge(tenant)).toBe(20);
    await databasePool().query(
      `UPDATE payment SET conflicts = jsonb_set(conflicts, '{0,values,0,value}', '"CHF"') WHERE business_id = $1`,
      [businessId],
    );
    expect(await readAge(tenant)).toBeNull();
  });

  test('is not read from more than twenty contents, or for more than five records or claimants', async () => {
    const [contents, records, claims] = [
      await createTenant(clock),
      await createTenant(clock),
      await createTenant(clock),
    ];
    const [paymentId, depositId] = [randomUUID(), randomUUID()];
    for (let n = 1; n <= 20; n += 1)
      await read(contents.businessId, 50 - n, {
        paymentId,
        ...(n > 1 && { displayCurrency: 'USD' }),
        clientUserId: `user-${n}`,
      });
    for (let n = 1; n <= 5; n += 1) {
      const one = { paymentId: randomUUID(), clientPaymentId: `order-${n}` };
      await read(records.businessId, 50 - n, one);
      await read(records.businessId, 30 - n, { ...one, displayCurrency: 'USD' });
      await receive(claims.businessId, 50 - n, { ...one, paymentId: randomUUID(), depositId });
    }
    expect([await readAge(contents), await readAge(records), await readAge(claims)]).toEqual([48, 29, 48]);
    await read(contents.businessId, 1, { paymentId, clientUserId: 'user-21' });
    const one = { paymentId: randomUUID(), clientPaymentId: 'order-6' };
    await read(records.businessId, 2, one);
    await read(records.businessId, 1, { ...one, displayCurrency: 'USD' });
    await receive(claims.businessId, 1, { ...one, paymentId: randomUUID(), depositId });
    expect([await readAge(contents), await readAge(records), await readAge(claims)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('is not read for a payment with more than five deposits', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const paymentId = randomUUID();
    const deposits = Array.from({ length: 6 }, () => depositRecordSample());
    await read(businessId, 50, { paymentId });
    await read(businessId, 20, { paymentId, displayCurrency: 'USD', deposits: deposits.slice(1) });
    expect(await readAge(tenant)).toBe(20);
    await read(businessId, 10, { paymentId, deposits });
    expect(await readAge(tenant)).toBeNull();
  });
});
