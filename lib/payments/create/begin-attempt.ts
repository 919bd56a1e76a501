import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import { isApprovalRequired } from './approval-store.ts';
import { requireDuplicateConfirmation } from './duplicate-confirmation.ts';
import type { StoredIntent } from './intent-store.ts';
import { insertAttempt, markSending } from './intent-store.ts';
import type { SendingIntent } from './send-intent.ts';

/**
 * Marks a request as being sent, after the checks that every attempt needs. A payment with its client payment ID takes a
 * confirmation, and a price above the limit takes an approval. The caller has locked the request, has checked the
 * permission and the terms, and writes the audit entry. Nothing is sent before the transaction commits.
 *
 * @throws Problem 'invalid' without the confirmation, 'conflict' without the approval
 */
export async function beginAttempt(
  transaction: Transaction,
  context: Context,
  intent: Pick<StoredIntent, 'businessId' | 'intentId' | 'clientPaymentId' | 'requestBody' | 'state'>,
  {
    personId,
    secondLinkAccepted,
    topics = [],
  }: {
    /** The person in whose name it is sent. */
    readonly personId: PersonId;
    readonly secondLinkAccepted: boolean;
    readonly topics?: readonly Topic[];
  },
): Promise<SendingIntent> {
  const { businessId, intentId, clientPaymentId, requestBody, state } = intent;
  const isUnknown = state === 'UNKNOWN';
  await requireDuplicateConfirmation(
    transaction,
    { businessId, clientPaymentId, isUnknown },
    secondLinkAccepted,
  );
  if (await isApprovalRequired(transaction, { businessId, intentId }))
    throw new Problem('conflict', tPaymentRefusals('create.aboveLimit'));
  const at = context.clock.now();
  await markSending(transaction, intentId, at);
  const { requestId } = context;
  const attemptId = await insertAttempt(transaction, { intent, personId, requestId, at });
  await announce(transaction, { businessId, topics: ['intents', ...topics] });
  return { businessId, intentId, clientPaymentId, requestBody, attemptId, topics };
}
