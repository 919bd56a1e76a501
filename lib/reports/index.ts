import 'server-only';

export { readPaymentPage } from './payment-page.ts';
export { readOverview } from './queries/overview.ts';
export { viewRaw } from './queries/raw.ts';
export { paymentTimeline, withdrawalTimeline } from './queries/timeline.ts';
export { readWithdrawalPage } from './withdrawal-page.ts';
