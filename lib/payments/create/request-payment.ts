import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import { beginAttempt } from './begin-attempt.ts';
import { checkAgainstBusiness } from './check-against-business.ts';
import { claimIntent } from './claim-intent.ts';
import type { StoredIntent } from './intent-store.ts';
import { buildPaymentRequest, writeRequest } from './model/request.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { SentRequest } from './send-intent.ts';
import { sendIntent } from './send-intent.ts';

/** A payment to request, and the person in whose name. `scope` is that person's, with the permission to create. */
type PaymentToRequest = {
  readonly scope: Scope;
  readonly personId: PersonId;
  readonly accepted: AcceptedTerms;
  readonly form: CreatePaymentForm;
  /** The record that the request belongs to. */
  readonly origin?: {
    /** Runs in the transaction that commits the intent. Nothing is sent when it throws. */
    readonly link?: (transaction: Transaction, intent: StoredIntent) => Promise<void>;
    readonly topics: readonly Topic[];
    /** Added to the audit entry. */
    readonly audited: Readonly<Record<string, string>>;
  };
};

/**
 * Requests a payment at the service (§4.1). Commits the intent before it sends the request, so that a lost response
 * never loses the request. A client payment ID whose earlier request was refused or not sent gets another intent.
 *
 * @throws Problem 'forbidden' without the permission, 'invalid' or 'conflict' when nothing was sent, 'unavailable' when
 * the outcome was not saved.
 */
export async function requestPayment(
  context: Context,
  { scope, personId, accepted, form, origin }: PaymentToRequest,
): Promise<SentRequest> {
  const { businessId } = scope;
  if (form.businessId !== businessId || !scope.may('payment.create'))
    throw new Problem('forbidden', tPaymentRefusals('create.forbidden'));
  const requestBody = writeRequest(buildPaymentRequest(form));
  checkAgainstBusiness(form, requestBody, accepted);
  const { clientPaymentId, secondLinkAccepted = false } = form;
  const topics = origin?.topics ?? [];
  const sending = await inTransaction(async (transaction) => {
    const newIntent = { businessId, clientPaymentId, requestBody, personId, state: 'QUEUED' as const };
    const intent = await claimIntent(transaction, context, newIntent);
    await origin?.link?.(transaction, intent);
    const attempt = await beginAttempt(transaction, context, intent, {
      personId,
      secondLinkAccepted,
      topics,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.create',
      objectType: 'payment-intent',
      objectId: intent.intentId,
      after: { requestBody, ...(secondLinkAccepted && { secondLinkAccepted }), ...origin?.audited },
    });
    return attempt;
  });
  return sendIntent(context, sending);
}
