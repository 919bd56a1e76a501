import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseCallback } from '#lib/callbacks/quarantine/release-callback.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListPage, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { listUndocumentedValues } from './index.ts';

let tenant: Tenant;
const at = instant(Date.now());

async function release(kind: CallbackKind, body: unknown, ...paths: readonly string[]) {
  const { businessId, as } = tenant;
  const { messageId } = await inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId,
      kind,
      body: toSampleBytes(body),
      headers: {},
      receivedAt: at,
    }),
  );
  const accepted = paths.map((path) => ({ path, how: 'as-it-came' as const }));
  await releaseCallback(as.owner, { businessId, messageId, revision: 0, accepted, note: '' });
}

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  const record = paymentRecordSample(businessId, {
    status: 'On hold, 100%',
    locale: 'nl_BE',
    displayCurrency: 'XAU',
    deposits: [depositRecordSample({ status: 'PARKED', network: 'MOON' })],
  });
  await inTransaction((transaction) =>
    observeAnswer(transaction, { businessId, source: 'read', startedAt: at, body: toSampleBytes(record) }),
  );
  const received = depositCallbackSample({ rateType: 'DRIFTING', settlementCurrency: 'PAX' });
  await release('deposit-received', received, 'rateType', 'settlementCurrency');
  await release('withdrawal', withdrawalCallbackSample(businessId, { status: 'HELD' }), 'status');
});
afterAll(closeDatabase);

const readValues = async (list: string) =>
  (await listUndocumentedValues(tenant.as.viewer, tenant.businessId, list)).valuesByFilter;

test('offers reported values in each list that filters by them', async () => {
  const fee = 'DistributedUserServiceFee';
  expect(await readValues('payments')).toMatchObject({
    status: ['On hold, 100%'],
    locale: ['nl'],
    displayCurrency: ['XAU'],
    pricedIn: ['XAU'],
    actualIn: ['XAU'],
    depositStatus: ['PARKED'],
    expectedDisplayAmount: ['XAU'],
    [`expectedDisplay${fee}`]: ['XAU'],
  });
  expect(await readValues('payments')).not.toHaveProperty('expectedDepositAmount');
  expect(await readValues('deposits')).toMatchObject({
    status: ['PARKED'],
    network: ['MOON'],
    rateType: ['DRIFTING'],
    settlementCurrency: ['PAX'],
    settlementServiceFee: ['PAX'],
  });
  expect(await readValues('withdrawals')).toEqual({ status: ['HELD'] });
  expect(await readValues('reviews')).toEqual({ serviceStatus: ['PARKED', 'HELD'] });
  expect(await readValues('exceptions')).toMatchObject({ currency: ['XAU'], actual: ['XAU'] });
  for (const list of ['refunds', 'audit', 'callbacks', '__proto__', ''])
    expect(await readValues(list)).toEqual({});
});

test('finds the record of each value through a URL', async () => {
  type Read = (by: Tenant['as']['viewer'], business: string, query: ListQuery) => Promise<ListPage<unknown>>;
  const lists: readonly (readonly [ListSpec, Read])[] = [
    [paymentList, listPayments],
    [depositList, listDeposits],
    [withdrawalList, listWithdrawals],
  ];
  let looked = 0;
  for (const [spec, list] of lists)
    for (const [name, values] of Object.entries(await readValues(spec.name))) {
      if (spec.filters[name]?.kind !== 'choice') continue;
      const parameters = new URLSearchParams(listAddress({ ...wholeList, choices: { [name]: values } }));
      const { query, ignored } = parseListQuery(spec, (one) => parameters.get(one));
      expect(ignored).toEqual([]);
      const { rows } = await list(tenant.as.viewer, tenant.businessId, query);
      expect([name, rows.length]).toEqual([name, 1]);
      looked += 1;
    }
  expect(looked).toBe(11);
});

test('limits noise, and leaves out values that no URL can hold and values of other businesses', async () => {
  const other = await createTenant();
  await databasePool().query(
    `INSERT INTO unknown_name (business_id, field, value, first_seen_at, last_seen_at)
     SELECT $1, 'payment.type', CASE WHEN n = 1 THEN E'\\u0001' WHEN n = 2 THEN repeat('x', 300) ELSE 'T' || n END, now(), now()
       FROM generate_series(1, 500) AS n`,
    [other.businessId],
  );
  const { valuesByFilter: found } = await listUndocumentedValues(
    other.as.viewer,
    other.businessId,
    'payments',
  );
  expect(Object.keys(found)).toEqual(['type']);
  expect(found['type']?.length).toBeLessThanOrEqual(40);
  expect(found['type']?.every((value) => /^T\d+$/.test(value))).toBe(true);
  await expect(listUndocumentedValues(other.as.owner, tenant.businessId, 'payments')).rejects.toBeInstanceOf(
    Problem,
  );
});
