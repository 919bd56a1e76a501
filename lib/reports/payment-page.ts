import 'server-only';
import { readRecordAnnotations } from '#lib/annotations/index.ts';
import { listPaymentDeposits, readDepositRiskChangedAt } from '#lib/deposits/index.ts';
import { findPaymentCreator, findRelatedPayments, readPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findRecordsLinkedToPayment } from './queries/linked-records.ts';
import { listPaymentTimeline } from './queries/timeline.ts';
import type { PaymentPageView } from './schema/pages.ts';

/** Returns the content of a payment's page without risk detail. Throws Problem 'not-found' or 'forbidden'. */
export async function readPaymentPage(
  context: Context<PersonActor>,
  business: string,
  paymentId: string,
): Promise<PaymentPageView> {
  const payment = await readPayment(context, business, paymentId);
  const [deposits, timeline, annotations, creator, related] = await Promise.all([
    listPaymentDeposits(context, business, paymentId),
    listPaymentTimeline(context, business, paymentId),
    readRecordAnnotations(context, business, 'payment', payment.paymentId),
    findPaymentCreator(context, business, payment.paymentId),
    findRelatedPayments(context, business, payment.paymentId),
  ]);
  const [riskChangedAt, linkedRecords] = await Promise.all([
    readDepositRiskChangedAt(
      context,
      business,
      deposits.map(({ depositId }) => depositId),
    ),
    findRecordsLinkedToPayment(context, business, payment, deposits),
  ]);
  return { payment, creator, related, deposits, riskChangedAt, timeline, annotations, linkedRecords };
}
