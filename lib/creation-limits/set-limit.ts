import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { readLimits } from './queries.ts';
import type { LimitsView, setLimitForm } from './schema.ts';
import { insertLimitChange, lockLimit, storeLimit } from './store.ts';

/**
 * Sets the largest price that one person may create alone, in one currency. A first or lower limit takes effect at once. A
 * higher one, or its removal, is proposed to a second owner.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required' for a higher limit or a removal, and 'conflict' while another proposal waits
 */
export async function setLimit(
  context: Context<PersonActor>,
  input: z.output<typeof setLimitForm>,
): Promise<LimitsView & { readonly outcome: 'set' | 'proposed' }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { currency, amount } = input;
  const stale = await findStaleAuthentication(context);
  const outcome = await inTransaction(async (transaction) => {
    const before = await lockLimit(transaction, businessId, currency);
    if (before === null && amount === null)
      throw new Problem('conflict', tCreationLimitRefusals('problem.none'));
    const isStricter = amount !== null && (before === null || compareAmounts(amount, before) <= 0);
    if (isStricter) await storeLimit(transaction, businessId, currency, amount);
    else {
      if (stale !== null) throw stale;
      const changeId = await insertLimitChange(transaction, {
        businessId,
        currency,
        amount,
        personId: context.actor.personId,
        at: context.clock.now(),
      });
      if (changeId === null) throw new Problem('conflict', tCreationLimitRefusals('problem.pending'));
    }
    await writeAudit(transaction, context, {
      businessId,
      action: isStricter ? 'creation-limit.set' : 'creation-limit.propose',
      objectType: 'creation-limit',
      objectId: currency,
      before: { currency, amount: before },
      after: { currency, amount },
    });
    return isStricter ? ('set' as const) : ('proposed' as const);
  });
  return { outcome, ...(await readLimits(context, businessId)) };
}
