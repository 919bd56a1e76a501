import 'server-only';

/**
 * Payments: creating them at the service, reading them from it, importing records, and listing them. Every value comes
 * from an observation; lib/observations folds these into rows. This room never changes a payment at the service.
 */

export { releaseExpiredApprovals, releaseProposed } from './create/approval-store.ts';
// Creating payments.
export { checkCreateForm } from './create/check-form.ts';
export { claimIntent } from './create/claim-intent.ts';
export { createPayment } from './create/create-payment.ts';
export { findPaymentCreator } from './create/creator-queries.ts';
export { readDefaultTerms } from './create/default-terms.ts';
export { findRelatedPayments, readCreationDetails } from './create/detail-queries.ts';
export { saveCreationDetails } from './create/detail-store.ts';
export type { IntentMatch } from './create/intent-match-queries.ts';
export { findIntentMatches } from './create/intent-match-queries.ts';
// Intents: requests to create a payment.
export { findIntent, listOpenIntents, readIntentView } from './create/intent-queries.ts';
export { interruptedAfterMs } from './create/model/intent.ts';
export { storeNotCreated } from './create/not-created-store.ts';
export { requestPayment } from './create/request-payment.ts';
export { sendAgain } from './create/send-again.ts';
export { sendStored } from './create/send-stored.ts';
export { settleIntent } from './create/settle-intent.ts';
export { importRecord } from './import/import-record.ts';
export { parseSettledSums, settledSumTextsSql } from './queries/deposit-sums-sql.ts';
export { readPayment, selectPaymentTexts } from './queries/detail.ts';
export {
  exceptionConditions,
  exceptionReasonSql,
  exceptionStatesSql,
  selectExceptionTexts,
} from './queries/exception-sql.ts';
export { countPayments, listPaymentRecords, listPayments, paymentDefinition } from './queries/list.ts';
export { mismatchItemSql, mismatchShape } from './queries/mismatch-sql.ts';
// Lists, details and totals.
export { priceColumns, valueInEurSql } from './queries/price-columns.ts';
export { isToleratedPaymentSql, isToleratedSql, withoutToleratedSql } from './queries/tolerance-sql.ts';
export { calculatePaymentTotals, readPaymentTotals } from './queries/totals.ts';
export { countCheckedPayments, scheduleUncheckedReads } from './sync/check-store.ts';
export { findReadingPause } from './sync/circuit-breaker-store.ts';
// Reading payments from the service: by schedule, after a callback, or on request.
export { readAfterCallback, readDuePayments } from './sync/read-due-payments.ts';
export { readPaymentsForReview } from './sync/read-for-review.ts';
export { findReadHealth } from './sync/read-health-queries.ts';
export { readListedPayment } from './sync/read-listed-payment.ts';
export { readPaymentNow } from './sync/read-payment-now.ts';
export { readUnknownPayment } from './sync/read-unknown-payment.ts';
export { foldWaitingAbout, foldWaitingCallback } from './waiting/fold-waiting-callback.ts';
