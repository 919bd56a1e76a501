import 'server-only';

// Intents: what we asked the service to create.
export { findIntent, intentView, openIntents } from './intent-queries.ts';
export type { Telling } from './intent-telling-queries.ts';
export { tellingIntents } from './intent-telling-queries.ts';
export { interruptedAfterMs } from './model-intent.ts';
// What is known of payments.
export { priceColumns } from './price-columns.ts';
export { paymentTexts, readPayment } from './queries/detail.ts';
export { countPayments, listPayments, paymentKeyset } from './queries/list.ts';
export { addUpPayments, paymentTotals } from './queries/totals.ts';
// Reading payments from the service: on the schedule, behind a callback, at a person's wish.
export { readDuePayments, readSoon } from './read-due-payments.ts';
export { readPaymentNow } from './read-payment-now.ts';
export { readingHealth } from './reading-health-queries.ts';
export { readingPause } from './reading-pause-store.ts';
export { settleIntent } from './settle-intent.ts';
export { usualTerms } from './usual-terms.ts';
