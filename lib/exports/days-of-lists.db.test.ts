import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { countPayments, paymentDefinition } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';

/**
 * Compares day filters with plain SQL, in a zone with a repeated midnight (25 October 2026) and a missing one (29
 * March 2026).
 */
const zone = 'Atlantic/Azores';
let tenant: Tenant;

/** One list, because all make days from the same times (lib/lists). */
const times = {
  paymentInitiatedAt: 'p.payment_initiated_at',
  expirationTime: 'p.expiration_time',
  firstObservedAt: 'p.first_observed_at',
  changedAt: 'p.changed_at',
};

/** Every half hour of the days around both nights, and a second before each. Records have whole seconds. */
const moments = ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'].flatMap((from) =>
  Array.from(
    { length: 64 },
    (_, n) => new Date(Date.parse(from) + Math.floor(n / 2) * 1_800_000 - (n % 2) * 1_000),
  ),
);

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: zone } });
  for (const [n, sortAt] of moments.entries()) {
    const other = moments[(n * 7) % moments.length] ?? sortAt;
    const isReported = n % 5 !== 0;
    const shared = { status: n % 3 === 0 ? 'EXPIRED' : 'NEW', sortAt, changedAt: other };
    await insertPayment(businessId, {
      ...shared,
      firstObservedAt: sortAt,
      paymentInitiatedAt: isReported ? sortAt : null,
      expirationTime: n % 2 === 0 ? other : null,
    });
  }
});

const days = ['03-28', '03-29', '03-30', '10-24', '10-25', '10-26'].map((day) => `2026-${day}`);
const parameters = fc.record({
  time: fc.nat(),
  from: fc.constantFrom(null, ...days),
  to: fc.constantFrom(...days),
  single: fc.boolean(),
  status: fc.constantFrom(null, null, 'EXPIRED'),
  sort: fc.constantFrom('newest', 'oldest'),
});

test('filters days by the local clock on both nights', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, async ({ time, from, to, single, status, sort }) => {
      const [field, column] = Object.entries(times)[time % Object.keys(times).length] ?? ['', ''];
      const [first, last] = single ? [to, to] : from !== null && from > to ? [to, from] : [from, to];
      const search = new URLSearchParams({ [field]: single ? to : `${first ?? ''}..${last}`, sort });
      if (status !== null) search.set('status', status);
      const { query, ignored } = parseListQuery(paymentList, (one) => search.get(one));
      expect(ignored).toEqual([]);
      const { rows } = await databasePool().query<{ id: string }>(
        `SELECT ${paymentDefinition.id}::text AS id FROM ${paymentDefinition.from}
          WHERE ${paymentDefinition.business} = $1 AND ${paymentDefinition.baseCondition ?? 'true'} AND ($5::text IS NULL OR p.status = $5)
            AND (${column} AT TIME ZONE $2)::date BETWEEN coalesce($3::date, '-infinity') AND $4::date`,
        [tenant.businessId, zone, first, last, status],
      );
      const expected = rows.map(({ id }) => id).toSorted();
      const found: string[] = [];
      for await (const batch of readAll(paymentDefinition, {
        businessId: tenant.businessId,
        query,
        batch: 7,
        select: `${paymentDefinition.id}::text AS id`,
        read: (row: Record<string, unknown>) => String(row['id']),
      }))
        found.push(...batch);
      expect(found.toSorted()).toEqual(expected);
      expect(await countPayments(tenant.as.viewer, tenant.businessId, query)).toEqual({
        count: expected.length,
        more: false,
      });
    }),
    { numRuns: propertyRuns(25) },
  );
});
