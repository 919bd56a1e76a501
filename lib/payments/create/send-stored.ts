import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { IntentId, PersonId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import { beginAttempt } from './begin-attempt.ts';
import { checkBodyAgainstBusiness } from './check-against-business.ts';
import { lockIntent } from './intent-store.ts';
import type { SentRequest } from './send-intent.ts';
import { sendIntent } from './send-intent.ts';

/**
 * Sends a queued or an approved request, in the name of a person whose `scope` has the permission to create. The terms of
 * the business, its limits and payments with the client payment ID are checked at this moment. An attempt that sends
 * nothing leaves it as it was.
 *
 * @throws Problem 'forbidden' without the permission, 'invalid' or 'conflict' when nothing was sent, 'unavailable' when
 * the outcome was not saved
 */
export async function sendStored(
  context: Context,
  {
    scope,
    personId,
    accepted,
    intentId,
    state,
    secondLinkAccepted,
    origin,
  }: {
    readonly scope: Scope;
    readonly personId: PersonId;
    readonly accepted: AcceptedTerms;
    readonly intentId: IntentId;
    readonly state: 'PROPOSED' | 'QUEUED';
    /** A person has confirmed that a payment with the client payment ID exists already. */
    readonly secondLinkAccepted: boolean;
    readonly origin: {
      /** Runs first in the transaction that commits the attempt. Nothing is sent when it throws. */
      readonly begin: (transaction: Transaction) => Promise<void>;
      /** Runs when the attempt is committed, right before the request is sent. */
      readonly committed?: () => void;
      readonly topics: readonly Topic[];
      readonly audited: Readonly<Record<string, string>>;
    };
  },
): Promise<SentRequest> {
  const { businessId } = scope;
  if (!scope.may('payment.create')) throw new Problem('forbidden', tPaymentRefusals('create.forbidden'));
  const sending = await inTransaction(async (transaction) => {
    await origin.begin(transaction);
    const intent = await lockIntent(transaction, businessId, intentId, context.clock.now());
    if (intent?.state !== state) throw new Problem('conflict', tPaymentRefusals('sendAgain.known'));
    const { requestBody } = intent;
    checkBodyAgainstBusiness(requestBody, accepted);
    const { topics, audited } = origin;
    const attempt = await beginAttempt(transaction, context, intent, {
      personId,
      secondLinkAccepted,
      topics,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.create',
      objectType: 'payment-intent',
      objectId: intentId,
      after: { requestBody, ...(secondLinkAccepted && { secondLinkAccepted }), ...audited },
    });
    return { ...attempt, ifNotSent: state };
  });
  origin.committed?.();
  return sendIntent(context, sending);
}
