import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { readFromService } from './read-from-service.ts';
import { isStoredPayment } from './read-schedule-store.ts';

/**
 * Reads a payment that only the service has, when a person opens its address. Returns true if it is stored now. People
 * who may not refresh payments, and an installation without reads, find it once a callback or an import reports it.
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
  const outcome = await readFromService(
    context,
    { businessId, paymentId },
    {
      // A wrong address changes nothing, so only an answer is audited.
      alongside: async (transaction, failure) => {
        if (failure !== null) return;
        await writeAudit(transaction, context, {
          businessId,
          action: 'payment.read-now',
          objectType: 'payment',
          objectId: paymentId,
        });
      },
    },
  );
  return outcome.kind === 'read';
}
