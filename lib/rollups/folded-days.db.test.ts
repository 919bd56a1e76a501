import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { foldEvent, foldedEvents } from '#lib/observations/testing/folded-events.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { daySpansSql, recordTotalsSql, wholeSpanSql } from './day-totals.ts';

afterAll(closeDatabase);

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
