import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { saveCreationDetails } from './detail-store.ts';
import { readIntentView } from './intent-queries.ts';
import { auditDetails, hasAnnotations } from './model/details.ts';
import { requestPayment } from './request-payment.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { CreationDetailsForm } from './schema/details.ts';
import type { IntentView } from './schema/intent.ts';

/**
 * Creates a payment at the service (§4.1). Resolves to the intent as UNSENT, CREATED, REJECTED or UNKNOWN. Needs
 * `secondLinkAccepted` when a payment was already seen under the client id.
 *
 * @throws Problem 'invalid' or 'conflict' when nothing was sent, 'unavailable' when the outcome was not saved.
 */
export async function createPayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm & CreationDetailsForm,
  onMade?: OnMade,
): Promise<IntentView> {
  const scope = requirePermission(context, form.businessId, 'payment.create', 'payments:write');
  if (hasAnnotations(form)) requirePermission(context, form.businessId, 'record.annotate');
  const accepted = await readAcceptedTermsInScope(scope);
  const { intentId } = await requestPayment(context, {
    scope,
    personId: context.actor.personId,
    accepted,
    form,
    origin: {
      link: async (transaction, intent) => {
        await onMade?.(transaction, intent.intentId);
        await saveCreationDetails(transaction, context, intent, form);
      },
      topics: [],
      audited: auditDetails(form),
    },
  });
  return readIntentView(context, scope.businessId, intentId);
}
