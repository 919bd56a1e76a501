import type { Role } from './roles.ts';
import { creators, desk, everybody, owners } from './roles.ts';

/**
 * Who may have what, written by hand from the product's description and apart from the code's own table. Everything
 * that the build serves must be listed here, or the test fails.
 */

/** Pages and GET routes beneath a business; the roles that they open to. */
export const ofBusiness: Readonly<Record<string, readonly Role[]>> = {
  '/(dashboard)/[business]/overview/page': everybody,
  '/(dashboard)/[business]/payments/page': everybody,
  '/(dashboard)/[business]/payments/new/page': creators,
  '/(dashboard)/[business]/payments/import/page': creators,
  '/(dashboard)/[business]/payments/[payment]/page': everybody,
  '/(dashboard)/[business]/deposits/page': everybody,
  '/(dashboard)/[business]/deposits/[deposit]/page': everybody,
  '/(dashboard)/[business]/refunds/page': everybody,
  '/(dashboard)/[business]/exceptions/page': everybody,
  '/api/businesses/[business]/exceptions/route': everybody,
  '/api/businesses/[business]/exceptions/count/route': everybody,
  '/api/businesses/[business]/exceptions/export/route': creators,
  '/(dashboard)/[business]/withdrawals/page': everybody,
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page': everybody,
  '/(dashboard)/[business]/minimums/page': everybody,
  '/(dashboard)/[business]/business/page': everybody,
  '/(dashboard)/[business]/callbacks/page': everybody,
  '/(dashboard)/[business]/callbacks/[message]/page': everybody,
  '/(dashboard)/[business]/callbacks/refused/page': everybody,
  '/(dashboard)/[business]/callbacks/reprocess/page': owners,
  '/api/businesses/[business]/callbacks/reprocess/route': owners,
  '/api/businesses/[business]/callbacks/route': everybody,
  '/api/businesses/[business]/callbacks/count/route': everybody,
  '/api/businesses/[business]/callbacks/export/route': creators,
  '/api/businesses/[business]/callbacks/[message]/route': everybody,
  '/api/businesses/[business]/callbacks/[message]/content/route': everybody,
  '/api/businesses/[business]/callbacks/tally/route': everybody,
  '/api/businesses/[business]/callbacks/refused/[refusal]/route': everybody,
  '/(dashboard)/[business]/connection/page': everybody,
  '/api/businesses/[business]/business/route': everybody,
  '/api/businesses/[business]/minimums/route': everybody,
  '/api/businesses/[business]/minimums/export/route': creators,
  '/api/businesses/[business]/intents/route': everybody,
  '/api/businesses/[business]/intents/[intent]/route': everybody,
  '/api/businesses/[business]/live/route': everybody,
  '/api/businesses/[business]/overview/route': everybody,
  '/api/businesses/[business]/search/route': everybody,
  '/api/businesses/[business]/payments/[payment]/route': everybody,
  '/api/businesses/[business]/deposits/[deposit]/route': everybody,
  '/api/businesses/[business]/withdrawals/[withdrawal]/route': everybody,
  '/api/businesses/[business]/raw/[observation]/route': everybody,
  '/api/businesses/[business]/payments/route': everybody,
  '/api/businesses/[business]/payments/count/route': everybody,
  '/api/businesses/[business]/payments/totals/route': everybody,
  '/api/businesses/[business]/payments/totals/all/route': everybody,
  '/api/businesses/[business]/payments/export/route': creators,
  '/api/businesses/[business]/deposits/route': everybody,
  '/api/businesses/[business]/deposits/count/route': everybody,
  '/api/businesses/[business]/deposits/totals/route': everybody,
  '/api/businesses/[business]/deposits/totals/all/route': everybody,
  '/api/businesses/[business]/deposits/export/route': creators,
  '/api/businesses/[business]/refunds/route': everybody,
  '/api/businesses/[business]/refunds/count/route': everybody,
  '/api/businesses/[business]/refunds/totals/route': everybody,
  '/api/businesses/[business]/refunds/totals/all/route': everybody,
  '/api/businesses/[business]/refunds/export/route': creators,
  '/api/businesses/[business]/withdrawals/route': everybody,
  '/api/businesses/[business]/withdrawals/count/route': everybody,
  '/api/businesses/[business]/withdrawals/totals/route': everybody,
  '/api/businesses/[business]/withdrawals/totals/all/route': everybody,
  '/api/businesses/[business]/exports/route': creators,
  '/api/businesses/[business]/exports/[export]/route': creators,
  '/(dashboard)/[business]/reviews/page': desk,
  '/(dashboard)/[business]/reviews/[case]/page': desk,
  '/(dashboard)/[business]/reviews/figures/page': desk,
  '/(dashboard)/[business]/reviews/reports/page': desk,
  '/(dashboard)/[business]/reviews/rules/page': desk,
  '/(dashboard)/[business]/reviews/rules/new/page': desk,
  '/(dashboard)/[business]/reviews/rules/[rule]/page': desk,
  '/(dashboard)/[business]/audit/page': desk,
  '/api/businesses/[business]/reviews/route': desk,
  '/api/businesses/[business]/reviews/count/route': desk,
  '/api/businesses/[business]/reviews/totals/route': desk,
  '/api/businesses/[business]/reviews/totals/all/route': desk,
  '/api/businesses/[business]/reviews/desk/route': desk,
  '/api/businesses/[business]/reviews/picked/route': desk,
  '/api/businesses/[business]/reviews/[case]/route': desk,
  '/api/businesses/[business]/reviews/[case]/glance/route': desk,
  '/api/businesses/[business]/reviews/[case]/files/route': desk,
  '/api/businesses/[business]/reviews/[case]/files/[file]/route': desk,
  '/api/businesses/[business]/reviews/[case]/evidence/route': desk,
  '/api/businesses/[business]/reviews/rules/[rule]/route': desk,
  '/api/businesses/[business]/audit/export/route': desk,
  '/api/businesses/[business]/withdrawals/export/route': creators,
};

/** Where the roles that may see risk detail see it; nobody else sees it anywhere. */
export const withRiskDetail: readonly string[] = [
  '/(dashboard)/[business]/reviews/page',
  '/api/businesses/[business]/reviews/route',
  '/api/businesses/[business]/reviews/[case]/route',
  '/api/businesses/[business]/reviews/[case]/glance/route',
  '/(dashboard)/[business]/reviews/rules/page',
  '/(dashboard)/[business]/reviews/rules/[rule]/page',
  '/api/businesses/[business]/reviews/rules/[rule]/route',
  '/(dashboard)/[business]/reviews/[case]/page',
  '/api/businesses/[business]/reviews/[case]/evidence/route',
  '/(dashboard)/[business]/payments/[payment]/page',
  '/(dashboard)/[business]/deposits/[deposit]/page',
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page',
  // In why a callback waits.
  '/api/businesses/[business]/withdrawals/[withdrawal]/route',
  '/api/businesses/[business]/raw/[observation]/route',
  '/(dashboard)/[business]/callbacks/[message]/page',
  '/api/businesses/[business]/callbacks/refused/[refusal]/route',
  '/api/businesses/[business]/deposits/export/route',
  '/api/businesses/[business]/withdrawals/export/route',
];

/** What belongs to one person, whom nobody here is: "not found" to everybody else who might have one of their own. */
export const ofOnePerson: readonly string[] = ['/api/businesses/[business]/exports/[export]/route'];

/** Pages that whoever may not see them is not to know of: "not found" to them, never "forbidden". */
export const hiddenPages: readonly string[] = Object.keys(ofBusiness).filter(
  (route) => route.endsWith('/page') && /\/(reviews|audit)\//.test(route),
);

/** What is open without a session, with the status that a stranger without any secret gets. */
export const ofNobody: Readonly<Record<string, { readonly path: string; readonly status: number }>> = {
  '/(auth)/sign-in/page': { path: '/sign-in', status: 200 },
  '/_not-found/page': { path: '/no/such/address', status: 404 },
  '/_global-error/page': { path: '/_global-error', status: 500 },
  '/page': { path: '/', status: 307 },
  '/api/auth/[...nextauth]/route': { path: '/api/auth/session', status: 200 },
  '/api/[...unknown]/route': { path: '/api/payments/0d9e1c8a-1111-4222-8333-444455556666', status: 404 },
  '/api/health/route': { path: '/api/health', status: 200 },
  '/api/ready/route': { path: '/api/ready', status: 200 },
  '/api/metrics/route': { path: '/api/metrics', status: 401 },
  '/api/callbacks/[business]/[secret]/[kind]/route': {
    path: '/api/callbacks/0d9e1c8a-1111-4222-8333-444455556666/wrong/withdrawal',
    status: 405,
  },
  '/api/cron/[job]/route': { path: '/api/cron/payment-reading', status: 401 },
};
