import 'server-only';

export { defaultTerms } from './create/default-terms.ts';
export type { IntentMatch } from './create/intent-match-queries.ts';
export { findIntentMatches } from './create/intent-match-queries.ts';
// Intents: what we asked the service to create.
export { findIntent, intentView, openIntents } from './create/intent-queries.ts';
export { interruptedAfterMs } from './create/model/intent.ts';
export { settleIntent } from './create/settle-intent.ts';
export { paymentTexts, readPayment } from './queries/detail.ts';
export { countPayments, listPayments, paymentDefinition } from './queries/list.ts';
// What is known of payments.
export { priceColumns } from './queries/price-columns.ts';
export { addUpPayments, paymentTotals } from './queries/totals.ts';
export { readingPause } from './sync/circuit-breaker-store.ts';
// Reading payments from the service: on the schedule, behind a callback, at a person's wish.
export { readDuePayments, readSoon } from './sync/read-due-payments.ts';
export { readingHealth } from './sync/read-health-queries.ts';
export { readPaymentNow } from './sync/read-payment-now.ts';
