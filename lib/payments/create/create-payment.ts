import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import { checkAgainstBusiness } from './check-against-business.ts';
import { requireDuplicateConfirmation } from './duplicate-confirmation.ts';
import { readIntentView } from './intent-queries.ts';
import type { StoredIntent } from './intent-store.ts';
import { insertAttempt, insertIntent, lockIntentByClientId, markSending } from './intent-store.ts';
import { mayBeEdited } from './model/intent.ts';
import { buildPaymentRequest, writeRequest } from './model/request.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { IntentView } from './schema/intent.ts';
import type { Sending } from './send-intent.ts';
import { sendIntent } from './send-intent.ts';

/** Returns the problem that another request, which may exist at the service, already uses the client id. */
function createTakenProblem(intent: StoredIntent): Problem {
  const { state } = intent;
  const isKnown = state === 'SENDING' || state === 'CREATED' || state === 'UNKNOWN';
  const problem = tPaymentRefusals(isKnown ? `taken.${state}` : 'taken.other');
  return new Problem('conflict', tPaymentRefusals('taken.nothingSent', { problem }), {
    fieldErrors: { clientPaymentId: [tPaymentRefusals('taken.useAnother', { problem })] },
  });
}

type NewIntent = {
  readonly businessId: BusinessId;
  readonly clientPaymentId: string;
  readonly requestBody: string;
  readonly secondLinkAccepted: boolean;
};

/** Inserts an intent, or corrects the one with this client id when no payment can exist for it. */
async function claimIntent(
  transaction: Transaction,
  context: Context<PersonActor>,
  newIntent: NewIntent,
): Promise<{ intentId: IntentId; before: string | null }> {
  const at = context.clock.now();
  const { secondLinkAccepted, ...intent } = newIntent;
  const inserted = await insertIntent(transaction, { ...intent, personId: context.actor.personId, at });
  if (inserted !== null) return { intentId: inserted, before: null };
  const found = await lockIntentByClientId(transaction, newIntent.businessId, newIntent.clientPaymentId, at);
  if (found === null) throw new Problem('conflict', tPaymentRefusals('taken.justNow'));
  if (!mayBeEdited(found.state)) throw createTakenProblem(found);
  await requireDuplicateConfirmation(transaction, found, secondLinkAccepted);
  await markSending(transaction, found.intentId, at, newIntent.requestBody);
  return { intentId: found.intentId, before: found.requestBody };
}

/**
 * Creates a payment at the service (§4.1). Commits the intent before it sends the request, so that a lost response never
 * loses the request. Resolves to the intent as DRAFT, CREATED, REJECTED or UNKNOWN. Needs `secondLinkAccepted` when a
 * payment was already seen under the client id of a refused or unsent intent.
 *
 * @throws Problem 'invalid' or 'conflict' when nothing was sent, 'unavailable' when the outcome was not saved.
 */
export async function createPayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm,
): Promise<IntentView> {
  const { businessId } = requirePermission(context, form.businessId, 'payment.create');
  const requestBody = writeRequest(buildPaymentRequest(form));
  checkAgainstBusiness(form, requestBody, await readAcceptedTerms(context, businessId));
  const { clientPaymentId: requestedClientId, secondLinkAccepted = false } = form;
  const newIntent = { businessId, clientPaymentId: requestedClientId, requestBody, secondLinkAccepted };
  const sending = await inTransaction(async (transaction): Promise<Sending> => {
    const { intentId, before } = await claimIntent(transaction, context, newIntent);
    const attemptId = await insertAttempt(transaction, {
      intent: { businessId, intentId },
      personId: context.actor.personId,
      requestId: context.requestId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['intents'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.create',
      objectType: 'payment-intent',
      objectId: intentId,
      ...(before !== null && { before: { requestBody: before } }),
      after: { requestBody, ...(secondLinkAccepted && { secondLinkAccepted }) },
    });
    return {
      businessId,
      requestBody,
      clientPaymentId: clientPaymentId(requestedClientId),
      intentId,
      attemptId,
    };
  });
  await sendIntent(context, sending);
  return readIntentView(context, businessId, sending.intentId);
}
