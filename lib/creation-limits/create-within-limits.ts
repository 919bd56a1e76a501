import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import { buildPaymentRequest, writeRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import { createPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readSettings } from '#lib/proposals/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { limitProposals } from './limit-proposals.ts';
import { toLimits } from './model.ts';
import { storeProposedPayment } from './propose-payment.ts';
import { isPriceAboveLimit } from './store.ts';

/**
 * Creates a payment for a program, or proposes it when its price is above the limit. Returns its request. A limit that changes
 * in between refuses the request, and the program repeats it. With a token that no other owner has approved, a program creates
 * only below the limits, so nothing while there are none.
 *
 * @throws the problems of `createPayment` and `storeProposedPayment`, and Problem 'forbidden' without a limit
 */
export async function createWithinLimits(
  context: Context<PersonActor>,
  form: CreatePaymentForm,
  onMade?: OnMade,
): Promise<IntentId> {
  const { businessId } = requirePermission(context, form.businessId, 'payment.create', 'payments:write');
  const { token } = context.actor;
  if (token?.approvedBy.length === 0 && toLimits(await readSettings(limitProposals, businessId)).length === 0)
    throw new Problem('forbidden', tCreationLimitRefusals('problem.tokenWithoutLimit'));
  const requestBody = writeRequest(buildPaymentRequest(form));
  if (await isPriceAboveLimit(businessId, requestBody)) return storeProposedPayment(context, form, onMade);
  return (await createPayment(context, form, onMade)).intentId;
}
