import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import type { Context } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId, PersonId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import { checkAgainstBusiness } from './check-against-business.ts';
import { requireDuplicateConfirmation } from './duplicate-confirmation.ts';
import type { StoredIntent } from './intent-store.ts';
import { insertAttempt, insertIntent, lockIntentByClientId, markSending } from './intent-store.ts';
import { isApprovalRequired, isClientIdWaiting } from './limit-store.ts';
import { canEditIntent } from './model/intent.ts';
import { buildPaymentRequest, writeRequest } from './model/request.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import type { SendingIntent, SentRequest } from './send-intent.ts';
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
  readonly personId: PersonId;
};

/** A refused or unsent request that another one with its client id replaces. */
export type ReplacedIntent = Pick<StoredIntent, 'intentId'>;

type OnReplace = (transaction: Transaction, replaced: ReplacedIntent) => Promise<void>;

/** Inserts an intent, or corrects the one with this client id when no payment can exist for it. */
async function claimIntent(
  transaction: Transaction,
  context: Context,
  newIntent: NewIntent,
  onReplace: OnReplace | undefined,
): Promise<{ intentId: IntentId; before: string | null }> {
  const at = context.clock.now();
  const { secondLinkAccepted, ...intent } = newIntent;
  const { businessId, clientPaymentId: id, requestBody } = intent;
  if (await isClientIdWaiting(transaction, { businessId, clientPaymentId: id, sentBody: requestBody })) {
    const problem = tPaymentRefusals('taken.waiting');
    throw new Problem('conflict', tPaymentRefusals('taken.nothingSent', { problem }), {
      fieldErrors: { clientPaymentId: [tPaymentRefusals('taken.useAnother', { problem })] },
    });
  }
  const inserted = await insertIntent(transaction, { ...intent, at });
  if (inserted !== null) return { intentId: inserted, before: null };
  const found = await lockIntentByClientId(transaction, newIntent.businessId, newIntent.clientPaymentId, at);
  if (found === null) throw new Problem('conflict', tPaymentRefusals('taken.justNow'));
  if (!canEditIntent(found.state)) throw createTakenProblem(found);
  await requireDuplicateConfirmation(transaction, found, secondLinkAccepted);
  await onReplace?.(transaction, found);
  await markSending(transaction, found.intentId, at, { requestBody, replacedBy: newIntent.personId });
  return { intentId: found.intentId, before: found.requestBody };
}

/** An intent that is about to be committed. */
export type CommittedIntent = {
  readonly intentId: IntentId;
  readonly requestBody: string;
  /** The stored body that it replaces. Null for a new intent. */
  readonly replacedBody: string | null;
};

/** A payment to request, and the person in whose name. `scope` is that person's, with the permission to create. */
type PaymentToRequest = {
  readonly scope: Scope;
  readonly personId: PersonId;
  readonly accepted: AcceptedTerms;
  readonly form: CreatePaymentForm;
  /** The record that the request belongs to. */
  readonly origin?: {
    /** Runs in the transaction that commits the intent. Nothing is sent when it throws. */
    readonly link: (transaction: Transaction, intent: CommittedIntent) => Promise<void>;
    /** Runs before a refused or unsent request is replaced, which is locked. Nothing is sent when it throws. */
    readonly onReplace?: OnReplace;
    readonly topics: readonly Topic[];
    /** Added to the audit entry. */
    readonly audited: Readonly<Record<string, string>>;
  };
};

/**
 * Requests a payment at the service (§4.1). Commits the intent before it sends the request, so that a lost response
 * never loses the request. The single form and batches of payments both use it.
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
  const { clientPaymentId: requestedClientId, secondLinkAccepted = false } = form;
  const newIntent = {
    businessId,
    clientPaymentId: requestedClientId,
    requestBody,
    secondLinkAccepted,
    personId,
  };
  const sending = await inTransaction(async (transaction): Promise<SendingIntent> => {
    const { intentId, before } = await claimIntent(transaction, context, newIntent, origin?.onReplace);
    await origin?.link(transaction, { intentId, requestBody, replacedBody: before });
    if (await isApprovalRequired(transaction, { businessId, intentId }))
      throw new Problem('conflict', tPaymentRefusals('create.aboveLimit'));
    const attemptId = await insertAttempt(transaction, {
      intent: { businessId, intentId },
      personId,
      requestId: context.requestId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['intents', ...(origin?.topics ?? [])] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.create',
      objectType: 'payment-intent',
      objectId: intentId,
      ...(before !== null && { before: { requestBody: before } }),
      after: { requestBody, ...(secondLinkAccepted && { secondLinkAccepted }), ...origin?.audited },
    });
    return {
      businessId,
      requestBody,
      clientPaymentId: clientPaymentId(requestedClientId),
      intentId,
      attemptId,
      topics: origin?.topics ?? [],
    };
  });
  return sendIntent(context, sending);
}
