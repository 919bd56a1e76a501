import 'server-only';

export { readDepositPage } from './deposit-page.ts';
export { readPaymentPage } from './payment-page.ts';
export { readOverview } from './queries/overview.ts';
export { readRawBody } from './queries/raw.ts';
export { readSharedTimeline } from './queries/shared-timeline.ts';
export { readDepositTimeline, readPaymentTimeline, readWithdrawalTimeline } from './read-timelines.ts';
export { readWithdrawalPage } from './withdrawal-page.ts';
