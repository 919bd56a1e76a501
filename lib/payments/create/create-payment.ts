import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readTermsOfScope } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readIntentView } from './intent-queries.ts';
import { requestPayment } from './request-payment.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { IntentView } from './schema/intent.ts';

/**
 * Creates a payment at the service (§4.1). Resolves to the intent as DRAFT, CREATED, REJECTED or UNKNOWN. Needs
 * `secondLinkAccepted` when a payment was already seen under the client id of a refused or unsent intent.
 *
 * @throws Problem 'invalid' or 'conflict' when nothing was sent, 'unavailable' when the outcome was not saved.
 */
export async function createPayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm,
): Promise<IntentView> {
  const scope = requirePermission(context, form.businessId, 'payment.create');
  const accepted = await readTermsOfScope(scope);
  const { intentId } = await requestPayment(context, {
    scope,
    personId: context.actor.personId,
    accepted,
    form,
  });
  return readIntentView(context, scope.businessId, intentId);
}
