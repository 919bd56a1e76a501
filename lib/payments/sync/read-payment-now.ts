import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isRiskPath } from '#lib/service/contract/risk-fields.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { ReadOutcome } from './read-from-service.ts';
import { readFromService } from './read-from-service.ts';
import { isStoredPayment } from './read-schedule-store.ts';
import type { PaymentRead, ReadPaymentNowForm } from './schema.ts';

/**
 * Reads a payment from the service when a person requests it (§4.4).
 * @throws Problem 'not-found', 'forbidden', 'conflict' when reading is off, 'service-unreachable' or
 * 'service-refused'.
 */
export async function readPaymentNow(
  context: Context<PersonActor>,
  form: ReadPaymentNowForm,
): Promise<PaymentRead> {
  const scope = requirePermission(context, form.businessId, 'payment.read-now');
  const { businessId } = scope;
  const paymentId = parseId<PaymentId>(form.paymentId);
  if (paymentId === null || !(await isStoredPayment({ businessId, paymentId })))
    throw new Problem('not-found', tPaymentRefusals('read.notFound'));
  if (!canReadPayments()) throw new Problem('conflict', tPaymentRefusals('read.off'));
  const outcome = await readFromService(
    context,
    { businessId, paymentId },
    {
      alongside: (transaction, failure) =>
        writeAudit(transaction, context, {
          businessId,
          action: 'payment.read-now',
          objectType: 'payment',
          objectId: paymentId,
          ...(failure !== null && { after: { failure: failure.slice(0, 500) } }),
        }),
    },
  );
  if (outcome.kind === 'read') return toVisibleResult(scope, outcome);
  throw new Problem(
    outcome.scope !== 'payment' && !outcome.hasAnswer ? 'service-unreachable' : 'service-refused',
    tPaymentRefusals('read.failed', { reason: outcome.message }),
  );
}

/** Hides changes and flaws of risk fields from people without the permission. */
function toVisibleResult(
  { may }: Scope,
  { changed, riskChanged, flaws }: Extract<ReadOutcome, { kind: 'read' }>,
): PaymentRead {
  if (may('risk.read')) return { changed: changed || riskChanged, flaws: flaws.length };
  return { changed, flaws: flaws.filter(({ path }) => !isRiskPath(path)).length };
}
