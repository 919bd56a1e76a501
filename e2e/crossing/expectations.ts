import { randomUUID } from 'node:crypto';
import type { Place } from './places.ts';

/**
 * Who may have what, written by hand from the product's description and apart from the code's own table. Everything
 * that the build serves must be listed here, or the test fails.
 */

type Role = 'viewer' | 'finance' | 'compliance' | 'owner';

const everybody: readonly Role[] = ['viewer', 'finance', 'compliance', 'owner'];
const creators: readonly Role[] = ['finance', 'owner'];
const active: readonly Role[] = ['finance', 'compliance', 'owner'];
const owners: readonly Role[] = ['owner'];

/** Pages and GET routes beneath a business; the roles that they open to. */
export const ofBusiness: Readonly<Record<string, readonly Role[]>> = {
  '/(dashboard)/[business]/overview/page': everybody,
  '/(dashboard)/[business]/payments/page': everybody,
  '/(dashboard)/[business]/payments/new/page': creators,
  '/(dashboard)/[business]/payments/[payment]/page': everybody,
  '/(dashboard)/[business]/deposits/page': everybody,
  '/(dashboard)/[business]/deposits/[deposit]/page': everybody,
  '/(dashboard)/[business]/refunds/page': everybody,
  '/(dashboard)/[business]/withdrawals/page': everybody,
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page': everybody,
  '/(dashboard)/[business]/minimums/page': everybody,
  '/(dashboard)/[business]/business/page': everybody,
  '/api/businesses/[business]/business/route': everybody,
  '/api/businesses/[business]/minimums/route': everybody,
  '/api/businesses/[business]/intents/route': everybody,
  '/api/businesses/[business]/intents/[intent]/route': everybody,
  '/api/businesses/[business]/live/route': everybody,
  '/api/businesses/[business]/overview/route': everybody,
  '/api/businesses/[business]/payments/[payment]/route': everybody,
  '/api/businesses/[business]/deposits/[deposit]/route': everybody,
  '/api/businesses/[business]/withdrawals/[withdrawal]/route': everybody,
  '/api/businesses/[business]/raw/[observation]/route': everybody,
  '/api/businesses/[business]/payments/route': everybody,
  '/api/businesses/[business]/payments/count/route': everybody,
  '/api/businesses/[business]/payments/export/route': active,
  '/api/businesses/[business]/deposits/route': everybody,
  '/api/businesses/[business]/deposits/count/route': everybody,
  '/api/businesses/[business]/deposits/export/route': active,
  '/api/businesses/[business]/refunds/route': everybody,
  '/api/businesses/[business]/refunds/count/route': everybody,
  '/api/businesses/[business]/refunds/export/route': active,
  '/api/businesses/[business]/withdrawals/route': everybody,
  '/api/businesses/[business]/withdrawals/count/route': everybody,
  '/api/businesses/[business]/withdrawals/export/route': active,
};

/** Where the roles that may see risk detail see it; nobody else sees it anywhere. */
export const withRiskDetail: readonly string[] = [
  '/(dashboard)/[business]/payments/[payment]/page',
  '/(dashboard)/[business]/deposits/[deposit]/page',
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page',
  '/api/businesses/[business]/raw/[observation]/route',
  '/api/businesses/[business]/deposits/export/route',
  '/api/businesses/[business]/withdrawals/export/route',
];

/** What is open without a session, with the status that a stranger without any secret gets. */
export const ofNobody: Readonly<Record<string, { readonly path: string; readonly status: number }>> = {
  '/(auth)/sign-in/page': { path: '/sign-in', status: 200 },
  '/_not-found/page': { path: '/no/such/address', status: 404 },
  '/_global-error/page': { path: '/_global-error', status: 500 },
  '/page': { path: '/', status: 307 },
  '/api/auth/[...nextauth]/route': { path: '/api/auth/session', status: 200 },
  '/api/health/route': { path: '/api/health', status: 200 },
  '/api/ready/route': { path: '/api/ready', status: 200 },
  '/api/metrics/route': { path: '/api/metrics', status: 401 },
  '/api/callbacks/[business]/[secret]/[kind]/route': {
    path: '/api/callbacks/0d9e1c8a-1111-4222-8333-444455556666/wrong/withdrawal',
    status: 405,
  },
  '/api/cron/[job]/route': { path: '/api/cron/payment-reading', status: 401 },
};

export type ActionExpectation = {
  readonly roles: readonly Role[];
  /** Input that the action's own schema takes, so that the refusal is the verb's. */
  readonly input: (place: Place) => unknown;
};

/** Server actions, by the name under which they are exported. */
export const actions: Readonly<Record<string, ActionExpectation>> = {
  refreshBusinessAction: { roles: active, input: ({ business }) => ({ businessId: business }) },
  refreshMinimumsAction: { roles: active, input: ({ business }) => ({ businessId: business }) },
  setTimeZoneAction: {
    roles: owners,
    input: ({ business }) => ({ businessId: business, timeZone: 'Europe/Vienna' }),
  },
  readPaymentNowAction: {
    roles: active,
    input: ({ business, payment }) => ({ businessId: business, paymentId: payment }),
  },
  createPaymentAction: {
    roles: creators,
    input: ({ business }) => ({
      businessId: business,
      clientPaymentId: `crossing-${randomUUID()}`,
      priceIn: 'fiat',
      amount: '49.90',
      displayCurrency: 'EUR',
      depositCurrency: '',
      network: '',
      type: 'ONE_TIME',
      rateType: 'FIXED',
      expires: '30',
      expiresMinutes: '',
      locale: 'en-GB',
      redirectUrl: '',
      redirectMode: 'SELF',
    }),
  },
  sendAgainAction: {
    roles: creators,
    input: ({ business, intent }) => ({ businessId: business, intentId: intent, secondLinkAccepted: true }),
  },
};

/** Actions of the person alone, beside any business. */
export const personalActions: readonly string[] = ['signOutAction'];
