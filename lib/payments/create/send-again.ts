import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { requireDuplicateConfirmation, requireDuplicateRiskConfirmation } from './duplicate-confirmation.ts';
import { readIntentView } from './intent-queries.ts';
import { insertAttempt, lockIntent, markSending } from './intent-store.ts';
import { isApprovalRequired } from './limit-store.ts';
import { canSendIntentAgain } from './model/intent.ts';
import type { IntentView, sendAgainForm } from './schema/intent.ts';
import type { SendingIntent } from './send-intent.ts';
import { sendIntent } from './send-intent.ts';

/**
 * Sends an intent again with the same client id and the same bytes. Needs `secondLinkAccepted` when this may create a
 * second payable link.
 *
 * @throws Problem 'invalid' without that confirmation, 'conflict' when it was created or is being sent.
 */
export async function sendAgain(
  context: Context<PersonActor>,
  input: z.output<typeof sendAgainForm>,
): Promise<IntentView> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { intentId, secondLinkAccepted } = input;
  const sending = await inTransaction(async (transaction): Promise<SendingIntent> => {
    const at = context.clock.now();
    const intent = await lockIntent(transaction, businessId, intentId, at);
    if (intent === null) throw new Problem('not-found', tPaymentRefusals('sendAgain.notFound'));
    if (!canSendIntentAgain(intent.state))
      throw new Problem(
        'conflict',
        intent.state === 'CREATED'
          ? tPaymentRefusals('sendAgain.created')
          : tPaymentRefusals('sendAgain.sending'),
      );
    await requireDuplicateConfirmation(transaction, intent, secondLinkAccepted);
    await requireDuplicateRiskConfirmation(transaction, intent, secondLinkAccepted);
    // A request that may exist already is not created again.
    if (intent.state !== 'UNKNOWN' && (await isApprovalRequired(transaction, { businessId, intentId })))
      throw new Problem('conflict', tPaymentRefusals('create.aboveLimit'));
    await markSending(transaction, intentId, at, { requestBody: intent.requestBody });
    const attemptId = await insertAttempt(transaction, {
      intent,
      personId: context.actor.personId,
      requestId: context.requestId,
      at,
    });
    await announce(transaction, { businessId, topics: ['intents'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.send-again',
      objectType: 'payment-intent',
      objectId: intentId,
      before: { state: intent.state },
      after: { secondLinkAccepted },
    });
    return { ...intent, attemptId };
  });
  await sendIntent(context, sending);
  return readIntentView(context, businessId, intentId);
}
