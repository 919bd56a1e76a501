import 'server-only';
import { isUnknownReadAdmitted, requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { auditUnknownRead } from './audit-unknown-read.ts';
import { readFromService } from './read-from-service.ts';
import { isStoredPayment } from './read-schedule-store.ts';

/**
 * Reads a payment that only the service has, when a person opens its address. Returns true if it is stored now. People
 * who may not refresh payments, an installation without reads, and a business that read too many unknown ones, find it once
 * a callback or an import reports it.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readUnknownPayment(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<boolean> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const paymentId = parseId<PaymentId>(payment);
  if (paymentId === null || !may('payment.read-now') || !canReadPayments()) return false;
  if (await isStoredPayment({ businessId, paymentId })) return false;
  if (!(await isUnknownReadAdmitted(businessId))) return false;
  const outcome = await readFromService(
    context,
    { businessId, paymentId },
    {
      alongside: (transaction, failure) =>
        auditUnknownRead(transaction, context, { businessId, paymentId }, failure),
    },
  );
  return outcome.kind === 'read';
}
