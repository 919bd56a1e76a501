import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { acceptedBy } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import { requireDuplicateConfirmation } from './duplicate-confirmation.ts';
import { intentView } from './intent-queries.ts';
import type { StoredIntent } from './intent-store.ts';
import { insertAttempt, insertIntent, lockIntentByClientId, markSending } from './intent-store.ts';
import { mayBeEdited } from './model/intent.ts';
import { paymentRequest, requestText } from './model/request.ts';
import { preFlight } from './pre-flight.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { IntentView } from './schema/intent.ts';
import type { Sending } from './send-intent.ts';
import { sendIntent } from './send-intent.ts';

/** Said where the client id is taken by a request that may or does exist. */
function taken(intent: StoredIntent): Problem {
  const said: Record<string, string> = {
    SENDING: 'A request with this ID is on its way at this moment.',
    CREATED: 'A payment with this ID was already created here.',
    UNKNOWN: 'A request with this ID was sent, and its outcome is unknown: the payment may exist.',
  };
  const message = said[intent.state] ?? 'A request with this ID was already made.';
  return new Problem('conflict', `${message} Nothing was sent now.`, {
    fieldErrors: { clientPaymentId: [`${message} Use another ID for another payment.`] },
  });
}

type Wanted = {
  readonly businessId: BusinessId;
  readonly clientPaymentId: string;
  readonly requestBody: string;
  readonly secondLinkAccepted: boolean;
};

/** A new intent; or the one of this client id, corrected, where nothing can have come of it. */
async function takeIntent(
  transaction: Transaction,
  context: Context<PersonActor>,
  wanted: Wanted,
): Promise<{ intentId: IntentId; before: string | null }> {
  const at = context.clock.now();
  const { secondLinkAccepted, ...intent } = wanted;
  const inserted = await insertIntent(transaction, { ...intent, personId: context.actor.personId, at });
  if (inserted !== null) return { intentId: inserted, before: null };
  const found = await lockIntentByClientId(transaction, wanted.businessId, wanted.clientPaymentId, at);
  if (found === null) throw new Problem('conflict', 'This ID was taken a moment ago. Nothing was sent.');
  if (!mayBeEdited(found.state)) throw taken(found);
  await requireDuplicateConfirmation(transaction, found, secondLinkAccepted);
  await markSending(transaction, found.intentId, at, wanted.requestBody);
  return { intentId: found.intentId, before: found.requestBody };
}

/**
 * §4.1. Asks the service for a payment. The intent is committed before anything is sent, so that whatever is lost on
 * the way is known to have been asked for. Resolves to the intent in whatever state it ended: DRAFT, CREATED, REJECTED
 * or UNKNOWN. A refused or unsent one under whose id a payment was seen is sent only with `secondLinkAccepted`. Throws Problem 'invalid' and 'conflict' where nothing was sent, 'unavailable' where the outcome could not be saved.
 */
export async function createPayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm,
): Promise<IntentView> {
  const { businessId } = requirePermission(context, form.businessId, 'payment.create');
  const requestBody = requestText(paymentRequest(form));
  preFlight(form, requestBody, await acceptedBy(context, businessId));
  const { clientPaymentId: wantedId, secondLinkAccepted = false } = form;
  const wanted = { businessId, clientPaymentId: wantedId, requestBody, secondLinkAccepted };
  const sending = await inTransaction(async (transaction): Promise<Sending> => {
    const { intentId, before } = await takeIntent(transaction, context, wanted);
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
    return { businessId, requestBody, clientPaymentId: clientPaymentId(wantedId), intentId, attemptId };
  });
  await sendIntent(context, sending);
  return intentView(context, businessId, sending.intentId);
}
