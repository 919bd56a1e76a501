import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { refreshBusiness } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { refreshMinimums } from '#lib/minimums/index.ts';
import { readPaymentNow } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isSuccess, paymentsCanBeRead, service, serviceSettings, serviceWords } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { clockSkew, clockWords } from './model-address.ts';
import { connectionView, latestPayment } from './queries/connection.ts';
import type { ConnectionView, connectionForm } from './schema.ts';
import type { CheckOutcome } from './store.ts';
import { keepChecks } from './store.ts';

/** A signed read of the business, whatever its reading takes otherwise: nothing is changed by it at the service. */
async function checkCredentials(
  context: Context,
  businessId: BusinessId,
): Promise<[CheckOutcome, CheckOutcome]> {
  const signed = service(context.clock, { ...serviceSettings(), businessAuthentication: 'signed' });
  const answer = await signed.readBusiness(businessId);
  const key = 'credentials';
  if (answer.kind !== 'answer') {
    const said = `The service was not reached: ${answer.message}.`;
    const none = { key: 'clock', state: 'attention', said: 'The service was not reached.' } as const;
    return [{ key, state: 'bad', said }, none];
  }
  const skew = clockSkew(answer.date, answer.startedAt, context.clock.now());
  const clock: CheckOutcome = { key: 'clock', ...clockWords(skew) };
  if (isSuccess(answer.status))
    return [{ key, state: 'good', said: 'A signed request was accepted.' }, clock];
  const words = serviceWords(answer.bytes);
  const said = `A signed read of the business was answered ${answer.status}${words === null ? '.' : `: ${words}`}`;
  const isRefused = answer.status === 401 || answer.status === 403;
  return [{ key, state: isRefused ? 'bad' : 'attention', said }, clock];
}

async function checkPaymentRead(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<CheckOutcome | null> {
  if (!paymentsCanBeRead()) return null;
  const key = 'payment-read';
  const paymentId = await latestPayment(businessId);
  if (paymentId === null) return { key, state: 'attention', said: 'There is no payment yet to read.' };
  try {
    await readPaymentNow(context, { businessId, paymentId });
    return { key, state: 'good', said: 'The latest payment was read.' };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { key, state: 'bad', said: problem.message };
  }
}

/**
 * Asks the service now: credentials and clock by a signed request, the business, the minimums, and the latest payment
 * where payments are read. What is learned is kept, well or not. Throws Problem 'forbidden' and 'not-found'.
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
    await keepChecks(transaction, businessId, context.clock.now(), outcomes);
    await writeAudit(transaction, context, {
      businessId,
      action: 'connection.check',
      objectType: 'business',
      objectId: businessId,
      after: Object.fromEntries(outcomes.map(({ key, state }) => [key, state])),
    });
  });
  return connectionView(context, businessId);
}
