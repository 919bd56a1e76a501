import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { readIntentView } from './intent-queries.ts';
import { lockIntent } from './intent-store.ts';
import { storeNotCreated } from './not-created-store.ts';
import type { IntentView, intentForm } from './schema/intent.ts';

/**
 * Records that a request with an unknown outcome created no payment, because the person found none at the service. The
 * request is then refused for good, and its client payment ID is free.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' when its outcome or a payment of it is known
 */
export async function recordNotCreated(
  context: Context<PersonActor>,
  input: z.output<typeof intentForm>,
): Promise<IntentView> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { intentId } = input;
  await inTransaction(async (transaction) => {
    const at = context.clock.now();
    const intent = await lockIntent(transaction, businessId, intentId, at);
    if (intent === null) throw new Problem('not-found', tPaymentRefusals('sendAgain.notFound'));
    if ((await storeNotCreated(transaction, businessId, [intentId], at)) === 0)
      throw new Problem('conflict', tPaymentRefusals('notCreated.known'));
    await announce(transaction, { businessId, topics: ['intents', 'batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.not-created',
      objectType: 'payment-intent',
      objectId: intentId,
      before: { state: intent.state },
      after: { state: 'REJECTED' },
    });
  });
  return readIntentView(context, businessId, intentId);
}
