import 'server-only';
import { isUnknownReadAdmitted, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { auditUnknownRead } from './audit-unknown-read.ts';
import { readFromService } from './read-from-service.ts';
import { isStoredPayment } from './read-schedule-store.ts';
import type { ListedPayment, ReadPaymentNowForm } from './schema.ts';

/**
 * Reads one payment of a list of payment IDs from the service and stores it. The page sends the IDs one after the other. A payment
 * that is stored already is not read.
 *
 * @throws Problem 'not-found' or 'forbidden' for the business, 'conflict' when reading is off, 'throttled' after many reads of
 * the business in ten seconds, and 'service-unreachable' or 'service-refused' when no other payment can be read either
 */
export async function readListedPayment(
  context: Context<PersonActor>,
  form: ReadPaymentNowForm,
): Promise<ListedPayment> {
  const { businessId } = requirePermission(context, form.businessId, 'import');
  if (!canReadPayments()) throw new Problem('conflict', tPaymentRefusals('read.off'));
  const paymentId = parseId<PaymentId>(form.paymentId);
  if (paymentId === null) return { state: 'invalid' };
  if (await isStoredPayment({ businessId, paymentId })) return { state: 'stored' };
  if (!(await isUnknownReadAdmitted(businessId)))
    throw new Problem('throttled', tPaymentRefusals('read.tooMany'));
  const outcome = await readFromService(
    context,
    { businessId, paymentId },
    {
      alongside: async (transaction, failure) => {
        if (failure !== null)
          await auditUnknownRead(transaction, context, { businessId, paymentId }, failure);
        else
          await writeAudit(transaction, context, {
            businessId,
            action: 'payment.import',
            objectType: 'payment',
            objectId: paymentId,
            after: { from: 'service' },
          });
      },
    },
  );
  if (outcome.kind === 'read') return { state: 'imported' };
  if (outcome.gone) return { state: 'missing' };
  if (outcome.scope === 'payment') return { state: 'failed', message: outcome.reason };
  throw new Problem(
    outcome.hasAnswer ? 'service-refused' : 'service-unreachable',
    tPaymentRefusals('read.failed', { reason: outcome.message }),
  );
}
