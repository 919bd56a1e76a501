import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { withdrawalList } from '../schema.ts';
import { readWithdrawal, viewWithdrawalRisk } from './detail.ts';
import { countWithdrawals, listWithdrawals } from './list.ts';

let tenant: Tenant;
let other: Tenant;
let withdrawalId: string;

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  withdrawalId = await insertWithdrawal(tenant.businessId, {
    clientWithdrawalId: 'payout-1',
    status: 'BLOCKED',
    withdrawCurrency: 'XRP',
    settlementCurrency: 'EUR',
    settlementRateDepegLossAmount: '-0.01',
    toTxAddress: 'rAddress?dt=99',
    toAddress: 'rAddress',
    toAddressKey: 'rAddress',
    toTag: '99',
  });
  await insertWithdrawal(tenant.businessId, { status: 'COMPLETED' });
  await insertWithdrawal(other.businessId, { clientWithdrawalId: 'payout-1' });
  await database().withdrawalRisk.create({
    data: { businessId: tenant.businessId, withdrawalId, ownerName: 'Mixer', ownerCategory: 'mixing' },
  });
});

test.each([
  ['q=payout', 1],
  ['q=rAddress', 1],
  ['q=rAddress%3Fdt%3D99', 1],
  ['q=99', 1],
  ['q=raddress', 0],
])('finds and counts withdrawals by "%s": %i', async (text, count) => {
  const parameters = new URLSearchParams(text);
  const { query } = parseListQuery(withdrawalList, (name) => parameters.get(name));
  expect((await listWithdrawals(tenant.as.viewer, tenant.businessId, query)).rows).toHaveLength(count);
  expect((await countWithdrawals(tenant.as.viewer, tenant.businessId, query)).count).toBe(count);
});

test('reads a withdrawal without the owner of its address', async () => {
  const view = await readWithdrawal(tenant.as.owner, tenant.businessId, withdrawalId);
  expect(view).toMatchObject({
    settlementRateDepegLossAmount: '-0.01',
    toTag: '99',
    actualWithdrawAmount: null,
  });
  expect(JSON.stringify(view)).not.toContain('Mixer');
  const otherBusiness = readWithdrawal(other.as.owner, other.businessId, withdrawalId);
  await expect(otherBusiness).rejects.toMatchObject({ code: 'not-found' });
});

test('returns the owner of the address only to permitted roles and audits the view', async () => {
  const finance = viewWithdrawalRisk(tenant.as.finance, tenant.businessId, withdrawalId);
  await expect(finance).rejects.toMatchObject({ code: 'forbidden' });
  expect(await viewWithdrawalRisk(other.as.owner, other.businessId, withdrawalId)).toBeNull();
  expect(await database().auditEntry.count()).toBe(0);
  expect(await viewWithdrawalRisk(tenant.as.compliance, tenant.businessId, withdrawalId)).toEqual({
    ownerName: 'Mixer',
    ownerCategory: 'mixing',
    changedAt: null,
  });
  expect(await database().auditEntry.count()).toBe(1);
});
