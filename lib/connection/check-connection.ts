import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { refreshBusiness } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import { refreshMinimums } from '#lib/minimums/index.ts';
import { readPaymentNow } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { checkCredentials } from './check-credentials.ts';
import { findPaymentToRead, readConnection } from './queries/connection.ts';
import type { ConnectionView, connectionForm } from './schema.ts';
import type { CheckOutcome } from './store.ts';
import { saveChecks } from './store.ts';

async function checkPaymentRead(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<CheckOutcome | null> {
  if (!canReadPayments()) return null;
  const key = 'payment-read';
  const paymentId = await findPaymentToRead(businessId);
  if (paymentId === null) return { key, state: 'attention', message: tConnectionChecks('payment.none') };
  try {
    await readPaymentNow(context, { businessId, paymentId });
    return { key, state: 'good', message: tConnectionChecks('payment.read') };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { key, state: 'bad', message: problem.message };
  }
}

/**
 * Checks the service now: credentials and clock by a signed request, then the business, the minimums, and the latest
 * payment if payments are read. Stores every result.
 * @throws Problem 'forbidden' or 'not-found'.
 */
export async function checkConnection(
  context: Context<PersonActor>,
  input: z.output<typeof connectionForm>,
): Promise<ConnectionView> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const [credentials, clock] = await checkCredentials(context, businessId);
  await refreshBusiness(context, { businessId });
  await refreshMinimums(context, { businessId });
  const read = await checkPaymentRead(context, businessId);
  const outcomes = [credentials, clock, ...(read === null ? [] : [read])];
  await inTransaction(async (transaction) => {
    await saveChecks(transaction, businessId, context.clock.now(), outcomes);
    await writeAudit(transaction, context, {
      businessId,
      action: 'connection.check',
      objectType: 'business',
      objectId: businessId,
      after: Object.fromEntries(outcomes.map(({ key, state }) => [key, state])),
    });
  });
  return readConnection(context, businessId);
}
