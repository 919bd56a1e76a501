import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { releaseMessage, storeDecision } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import { Problem } from '#lib/values/errors.ts';
import { decidedAlready, noSuchCallback } from '../problems.ts';
import type { releaseForm } from '../schema/decisions.ts';

const inWords = ({ path, problem }: Flaw): string =>
  path.split('.').some(isRiskField) ? `${path} can’t be believed` : `${path} ${problem}`.trim();

/**
 * Applies a callback out of quarantine, from its stored bytes and by today's code and settings, with what the person
 * accepted of the reasons against it. No byte is altered. Throws Problem 'conflict' where it was decided meanwhile, or
 * where reasons still stand against it; then nothing has changed.
 */
export async function releaseCallback(
  context: Context<PersonActor>,
  input: z.output<typeof releaseForm>,
): Promise<{ readonly verdict: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const { messageId, revision, accepted } = input;
  return inTransaction(async (transaction) => {
    const released = await releaseMessage(transaction, { businessId, messageId, revision }, accepted);
    if (released.kind === 'missing') throw noSuchCallback();
    if (released.kind === 'changed') throw decidedAlready();
    if (released.kind === 'held')
      throw new Problem('conflict', `It stays in quarantine: ${released.reasons.map(inWords).join('; ')}.`);
    const { verdict, verdictBefore, paymentId, clientPaymentId } = released;
    if (paymentId !== null && verdict !== 'stored')
      await settleIntent(transaction, context, { businessId, clientPaymentId, paymentId });
    await storeDecision(transaction, {
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
