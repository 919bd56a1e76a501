import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { beginAttempt } from './begin-attempt.ts';
import { checkBodyAgainstBusiness } from './check-against-business.ts';
import { readIntentView } from './intent-queries.ts';
import { lockIntent } from './intent-store.ts';
import type { IntentView, sendAgainForm } from './schema/intent.ts';
import { sendIntent } from './send-intent.ts';

/**
 * Sends an intent with an unknown outcome again, with the same client id and the same bytes. Needs `secondLinkAccepted`,
 * because this may create a second payable link. The terms of the business and its limits are checked again.
 *
 * @throws Problem 'invalid' without that confirmation, 'conflict' when its outcome is known, it is being sent, or the
 * business no longer accepts it.
 */
export async function sendAgain(
  context: Context<PersonActor>,
  input: z.output<typeof sendAgainForm>,
): Promise<IntentView> {
  const scope = requirePermission(context, input.businessId, 'payment.create');
  const { businessId } = scope;
  const { intentId, secondLinkAccepted } = input;
  const accepted = await readAcceptedTermsInScope(scope);
  const sending = await inTransaction(async (transaction) => {
    const intent = await lockIntent(transaction, businessId, intentId, context.clock.now());
    if (intent === null) throw new Problem('not-found', tPaymentRefusals('sendAgain.notFound'));
    if (intent.state !== 'UNKNOWN')
      throw new Problem(
        'conflict',
        tPaymentRefusals(intent.state === 'SENDING' ? 'sendAgain.sending' : 'sendAgain.known'),
      );
    checkBodyAgainstBusiness(intent.requestBody, accepted);
    const { personId } = context.actor;
    const attempt = await beginAttempt(transaction, context, intent, { personId, secondLinkAccepted });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.send-again',
      objectType: 'payment-intent',
      objectId: intentId,
      before: { state: intent.state },
      after: { secondLinkAccepted },
    });
    return attempt;
  });
  await sendIntent(context, sending);
  return readIntentView(context, businessId, intentId);
}
