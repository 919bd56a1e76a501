import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isRiskPath } from '#lib/service/contract/risk-fields.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { ReadingOutcome } from './read-from-service.ts';
import { readFromService } from './read-from-service.ts';
import { isStoredPayment } from './read-schedule-store.ts';
import type { PaymentRead, ReadPaymentNowForm } from './schema.ts';

/**
 * §4.4. Asks the service for a payment at a person's wish. Throws Problem 'not-found', 'forbidden', 'conflict' where
 * reading is off, 'service-unreachable' and 'service-refused'.
 */
export async function readPaymentNow(
  context: Context<PersonActor>,
  form: ReadPaymentNowForm,
): Promise<PaymentRead> {
  const scope = requirePermission(context, form.businessId, 'payment.read-now');
  const { businessId } = scope;
  const paymentId = parseId<PaymentId>(form.paymentId);
  if (paymentId === null || !(await isStoredPayment({ businessId, paymentId })))
    throw new Problem('not-found', 'This business has no payment with this ID.');
  if (!paymentsCanBeRead())
    throw new Problem('conflict', 'Reading payments is off: SERVICE_PAYMENT_READ_PATH is not set.');
  const outcome = await readFromService(context, { businessId, paymentId }, (transaction, failure) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'payment.read-now',
      objectType: 'payment',
      objectId: paymentId,
      ...(failure !== null && { after: { failure: failure.slice(0, 500) } }),
    }),
  );
  if (outcome.kind === 'read') return shownTo(scope, outcome);
  throw new Problem(
    outcome.scope !== 'payment' && outcome.message.startsWith('No answer')
      ? 'service-unreachable'
      : 'service-refused',
    `The payment could not be read. ${outcome.message}`,
  );
}

/** That risk detail changed, or could not be read, is told to those only who may see it. */
function shownTo(
  { may }: Scope,
  { changed, riskChanged, flaws }: Extract<ReadingOutcome, { kind: 'read' }>,
): PaymentRead {
  if (may('risk.read')) return { changed: changed || riskChanged, flaws: flaws.length };
  return { changed, flaws: flaws.filter(({ path }) => !isRiskPath(path)).length };
}
