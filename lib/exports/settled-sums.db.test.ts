import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { exportList } from './export-list.ts';

afterAll(closeDatabase);

test('adds the fees and net amounts of confirmed deposits to a file that shows them', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { depositCount: 2, confirmedDepositCount: 2 });
  const confirmed = { status: 'CONFIRMED', settlementCurrency: 'EUR', settlementServiceFee: '0.50' };
  await insertDeposit(businessId, paymentId, { ...confirmed, settlementPayableAmount: '49.40' });
  await insertDeposit(businessId, paymentId, { ...confirmed, settlementCurrency: 'USDT' });
  await insertPayment(businessId, {});
  const { body } = await exportList(
    tenant.as.finance,
    businessId,
    'payments',
    wholeList,
    'serviceFee,netCredited',
  );
  const lines = (await new Response(body).text()).split('\r\n');
  expect(lines[0]).toContain('service_fee,service_fee_currency,service_fee_reported,net_credited,');
  expect(lines).toContainEqual(expect.stringContaining(',0.5 EUR; 0.5 USDT,,2 of 2,49.4,EUR,1 of 2,UTC'));
  expect(lines).toContainEqual(expect.stringMatching(/,{6},UTC$/));
});
