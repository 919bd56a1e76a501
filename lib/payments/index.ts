import 'server-only';

// Intents: what we asked the service to create.
export { createPayment } from './create-payment.ts';
export { intentView, openIntents } from './intent-queries.ts';
// What is known of payments.
export { readPayment } from './queries/detail.ts';
export { countPayments, listPayments, paymentKeyset } from './queries/list.ts';
export { sendAgain } from './send-again.ts';
export { settleIntent } from './settle-intent.ts';
