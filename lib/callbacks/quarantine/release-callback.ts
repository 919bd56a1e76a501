import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { releaseMessage, storeQuarantineDecision } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import { Problem } from '#lib/values/errors.ts';
import { callbackChanged, callbackNotFound } from '../problems.ts';
import type { releaseForm } from '../schema/decisions.ts';

/** Describes a reason. The problem of a risk field quotes its value, so it is left out. */
const describeReason = ({ path, problem }: Flaw): string =>
  path.split('.').some(isRiskField)
    ? tCallbackDecisions('errors.hiddenReason', { field: path })
    : `${path} ${problem}`.trim();

/**
 * Releases a quarantined callback: applies its stored bytes with the current code and settings and with the reasons that
 * the person accepted. No byte is changed.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required', or 'conflict' if a colleague has decided on it or if reasons remain. Then
 * nothing has changed.
 */
export async function releaseCallback(
  context: Context<PersonActor>,
  input: z.output<typeof releaseForm>,
): Promise<{ readonly verdict: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  await requireRecentAuthentication(context);
  const { messageId, revision, accepted } = input;
  return inTransaction(async (transaction) => {
    const released = await releaseMessage(transaction, { businessId, messageId, revision }, accepted);
    if (released.kind === 'missing') throw callbackNotFound();
    if (released.kind === 'changed') throw callbackChanged();
    if (released.kind === 'held')
      throw new Problem(
        'conflict',
        tCallbackDecisions('errors.held', { reasons: released.reasons.map(describeReason).join('; ') }),
      );
    const { verdict, verdictBefore, paymentId, clientPaymentId } = released;
    if (paymentId !== null && verdict !== 'stored')
      await settleIntent(transaction, context, { businessId, clientPaymentId, paymentId });
    await storeQuarantineDecision(transaction, {
      businessId,
      messageId,
      kind: 'released',
      revision: released.revision,
      at: context.clock.now(),
      personId: context.actor.personId,
      note: input.note === '' ? null : input.note,
      accepted: released.accepted,
      verdictBefore,
      verdictAfter: verdict,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.release',
      objectType: 'callback',
      objectId: messageId,
      before: { verdict: verdictBefore },
      after: { verdict, accepted: released.accepted, note: input.note },
    });
    return { verdict };
  });
}
