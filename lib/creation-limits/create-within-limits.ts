import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { buildPaymentRequest, writeRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import { createPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { storeProposedPayment } from './propose-payment.ts';
import { isPriceAboveLimit } from './store.ts';

/**
 * Creates a payment for a program, or proposes it when its price is above the limit. Returns its request. A limit that changes
 * in between refuses the request, and the program repeats it.
 *
 * @throws the problems of `createPayment` and `storeProposedPayment`
 */
export async function createWithinLimits(
  context: Context<PersonActor>,
  form: CreatePaymentForm,
  onMade?: OnMade,
): Promise<IntentId> {
  const { businessId } = requirePermission(context, form.businessId, 'payment.create', 'payments:write');
  const requestBody = writeRequest(buildPaymentRequest(form));
  if (await isPriceAboveLimit(businessId, requestBody)) return storeProposedPayment(context, form, onMade);
  return (await createPayment(context, form, onMade)).intentId;
}
