import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { DuePayment } from './read-schedule-store.ts';

/** Audits that a person had a payment read that is not stored here, with the failure if the service didn't give it. */
export const auditUnknownRead = (
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, paymentId }: DuePayment,
  failure: string | null,
): Promise<void> =>
  writeAudit(transaction, context, {
    businessId,
    action: 'payment.read-now',
    objectType: 'payment',
    objectId: paymentId,
    ...(failure !== null && { after: { failure: failure.slice(0, 500) } }),
  });
