import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  observeAnswer,
  observeCallback,
  rebuildParties,
  reprocessMessages,
  verifyEffects,
} from '#lib/observations/index.ts';
import { foldEvent, foldedEvents } from '#lib/observations/testing/folded-events.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { daySpansSql, recordTotalsSql, wholeSpanSql } from './day-totals.ts';
import { rebuildDays, updateRollups, verifyRollups } from './index.ts';

describe('a fold', () => {
  const zone = 'Europe/Berlin';

  /** The totals of all records. */
  const selectWhole = `
  WITH spans AS MATERIALIZED (${wholeSpanSql})
  SELECT day::text AS day, to_jsonb(t)::text AS total FROM (${recordTotalsSql('spans')}) AS t ORDER BY 1, 2`;

  /** The totals of the marked days, which the marks are removed from. */
  const selectMarked = `
  WITH days AS MATERIALIZED (
    SELECT DISTINCT business_id, $2::text AS time_zone, (at AT TIME ZONE $2)::date AS day
      FROM dirty_day WHERE business_id = $1::uuid),
  spans AS MATERIALIZED (${daySpansSql('days')})
  SELECT days.day::text AS day, to_jsonb(t)::text AS total
    FROM days LEFT JOIN (${recordTotalsSql('spans')}) AS t USING (day) ORDER BY 1, 2`;

  type Total = { readonly day: string; readonly total: string | null };

  async function readTotals(transaction: Transaction, sql: string, businessId: BusinessId) {
    return transaction.$queryRawUnsafe<Total[]>(sql, businessId, zone);
  }

  test('marks every day whose totals a fold changes, in any order', async () => {
    const businessId = await createBusiness();
    let changedDays = 0;
    await fc.assert(
      fc.asyncProperty(foldedEvents, async (all) => {
        await inTransaction(async (transaction) => {
          await transaction.$executeRaw`SAVEPOINT before_it`;
          const stored = new Map<string, readonly string[]>();
          for (const one of all) {
            await foldEvent(transaction, businessId, one);
            const marked = await readTotals(transaction, selectMarked, businessId);
            await transaction.dirtyDay.deleteMany({ where: { businessId } });
            for (const [day, totals] of Map.groupBy(marked, (row) => row.day))
              stored.set(
                day,
                totals.flatMap(({ total }) => total ?? []),
              );
            const whole = await readTotals(transaction, selectWhole, businessId);
            expect([...stored].flatMap(([, totals]) => totals).toSorted()).toEqual(
              whole.flatMap(({ total }) => total ?? []).toSorted(),
            );
            changedDays += marked.length;
          }
          await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
        });
      }),
      { numRuns: propertyRuns(12) },
    );
    expect(changedDays).toBeGreaterThan(20);
  });
});

describe('a rewrite by new code', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');

  test('a rewrite by new code changes totals, parties and unlisted deposits with the records', async () => {
    const businessId = await createBusiness();
    const [paymentId, depositId, withdrawalId] = [randomUUID(), randomUUID(), randomUUID()];
    const record = paymentRecordSample(businessId, {
      paymentId,
      deposits: [
        depositRecordSample({
          id: depositId,
          depositReceivedAt: at / 1_000,
          addressRiskAssessment: { addressOwner: { name: 'Exchange' } },
        }),
      ],
    });
    const withdrawal = withdrawalCallbackSample(businessId, { withdrawalId });
    await inTransaction(async (transaction) => {
      const received = { businessId, headers: {}, receivedAt: instant(at) };
      await observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: instant(at),
        body: toSampleBytes(record),
      });
      await observeCallback(transaction, {
        ...received,
        kind: 'withdrawal',
        body: toSampleBytes(withdrawal),
      });
    });
    // Older code made other rows of the same bytes: other amounts, days and names, and a record without a source.
    const where = { businessId };
    await database().deposit.updateMany({
      where,
      data: {
        depositAmount: '7',
        unlisted: true,
        recordSeen: false,
        depositReceivedAt: null,
        status: 'BLOCKED',
      },
    });
    await database().depositRisk.updateMany({
      where,
      data: { assessment: { addressOwner: { name: 'Mixer' } } },
    });
    await database().withdrawal.updateMany({ where, data: { deductedSettlementAmount: '8' } });
    await database().payment.updateMany({ where, data: { status: 'EXPIRED', paymentInitiatedAt: null } });
    await database().deposit.create({
      data: {
        ...{ businessId, paymentId, depositId: randomUUID(), status: 'CONFIRMED', depositAmount: '1' },
        depositReceivedAt: new Date(at),
        ...{ sortAt: new Date(at), firstObservedAt: new Date(at), changedAt: new Date(at) },
      },
    });
    await rebuildDays(businessId);
    await rebuildParties(businessId);
    const selection = { kind: null, verdict: null, from: null, to: null, message: null };
    await reprocessMessages({
      businessId,
      selection,
      place: null,
      limit: 10,
      now: at,
      apply: async () => undefined,
    });
    const rows = await database().deposit.findMany({ where, select: { depositId: true, status: true } });
    expect(rows).toEqual([{ depositId, status: 'CONFIRMED' }]);
    await updateRollups(systemContext(), new AbortController().signal);
    const found: unknown[] = [];
    await verifyRollups((difference) => found.push(difference));
    await verifyEffects((difference) => found.push(difference));
    expect(found).toEqual([]);
    const parties = await database().reviewEntity.findMany({ where, select: { name: true } });
    expect(parties.map(({ name }) => name).toSorted()).toEqual(['Exchange', 'Some exchange']);
    const totals = await database().dayTotal.findMany({ where, orderBy: { kind: 'asc' } });
    expect(totals.map(({ kind, count }) => [kind, count])).toEqual([
      ['deposit-coin', 1n],
      ['deposit-settlement', 1n],
      ['payment-status', 1n],
      ['withdrawal', 1n],
    ]);
  });
});
