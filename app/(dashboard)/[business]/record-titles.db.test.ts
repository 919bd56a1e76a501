import { encode } from 'next-auth/jwt';
import { beforeEach, expect, test } from 'vitest';
import { insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { openTestRequest } from '#lib/platform/testing/file-doubles.ts';
import { generateMetadata as paymentMetadata } from './payments/[payment]/page.tsx';
import { generateMetadata as withdrawalMetadata } from './withdrawals/[withdrawal]/page.tsx';

const { cookies } = openTestRequest();

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
  const token = await encode({
    token: { sid: tenant.as.viewer.actor.sessionId },
    secret: 'a-test-secret-that-is-long-enough-to-pass',
  });
  cookies.set('next-auth.session-token', token);
});

const paymentTitle = async (business: string, payment: string) =>
  (await paymentMetadata({ params: Promise.resolve({ business, payment }) })).title;

test('the tab of a record is named by its reference, or by its id without one', async () => {
  const { businessId } = tenant;
  const named = await insertPayment(businessId, { clientPaymentId: 'order-1' });
  const unnamed = await insertPayment(businessId, { clientPaymentId: null });
  expect(await paymentTitle(businessId, named)).toBe('order-1 · Payment');
  expect(await paymentTitle(businessId, unnamed)).toBe(`${unnamed} · Payment`);
  const withdrawal = await insertWithdrawal(businessId, { clientWithdrawalId: 'payout-1' });
  const params = Promise.resolve({ business: businessId, withdrawal });
  expect((await withdrawalMetadata({ params })).title).toBe('payout-1 · Withdrawal');
});

test('a missing record, one of another business and a signed-out person have the title of an unknown address', async () => {
  const other = await createTenant();
  const hidden = await insertPayment(other.businessId, { clientPaymentId: 'secret-1' });
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(await paymentTitle(tenant.businessId, hidden)).toBe('Not found');
  expect(await paymentTitle(other.businessId, hidden)).toBe('Not found');
  expect(await paymentTitle(tenant.businessId, missing)).toBe('Not found');
  const own = await insertPayment(tenant.businessId, { clientPaymentId: 'order-1' });
  cookies.clear();
  expect(await paymentTitle(tenant.businessId, own)).toBe('Not found');
});
