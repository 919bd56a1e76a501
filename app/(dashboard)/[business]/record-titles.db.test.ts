import { encode } from 'next-auth/jwt';
import { beforeEach, expect, test, vi } from 'vitest';
import { insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { generateMetadata as paymentMetadata } from './payments/[payment]/page.tsx';
import { generateMetadata as withdrawalMetadata } from './withdrawals/[withdrawal]/page.tsx';

const request = { headers: new Headers(), cookies: new Map<string, string>() };

vi.mock('next/headers.js', () => ({
  headers: async () => request.headers,
  cookies: async () => ({
    get: (name: string) => {
      const value = request.cookies.get(name);
      return value === undefined ? undefined : { name, value };
    },
    getAll: () => [],
  }),
}));
vi.mock('#components/payments/payment-page.tsx', () => ({ PaymentPage: () => null }));
vi.mock('#components/deposits/payment-risk.tsx', () => ({ PaymentRisk: () => null }));
vi.mock('#components/withdrawals/withdrawal-page.tsx', () => ({ WithdrawalPage: () => null }));
vi.mock('#components/withdrawals/withdrawal-owner.tsx', () => ({ WithdrawalOwner: () => null }));

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
  request.headers = new Headers({ origin: 'http://localhost:3000', host: 'localhost:3000' });
  const token = await encode({
    token: { sid: tenant.as.viewer.actor.sessionId },
    secret: 'a-test-secret-that-is-long-enough-to-pass',
  });
  request.cookies.set('next-auth.session-token', token);
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
  request.cookies.clear();
  expect(await paymentTitle(tenant.businessId, own)).toBe('Not found');
});
