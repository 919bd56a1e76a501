import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal, lockSettings, storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { limitProposals } from './limit-proposals.ts';
import { findEffectiveLimit, isStricterLimit, toLimits } from './model.ts';
import { readLimits } from './queries.ts';
import type { ChangedLimit, setLimitForm } from './schema.ts';

/**
 * Sets the largest price that one person may create alone, in one currency. The first limit of the business and a lower one
 * take effect at once. A second owner must approve what allows more. That is a higher limit, the removal of the last one,
 * or the first one of a further currency, because all its prices need approval until then.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required' for what allows more, and 'conflict' while another proposal waits
 */
export async function setLimit(
  context: Context<PersonActor>,
  input: z.output<typeof setLimitForm>,
): Promise<ChangedLimit> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { currency, amount } = input;
  const stale = await findStaleAuthentication(context);
  const outcome = await inTransaction(async (transaction) => {
    const limits = toLimits(await lockSettings(transaction, limitProposals, businessId));
    const before = limits.find((limit) => limit.currency === currency)?.amount ?? null;
    if (before === null && amount === null)
      throw new Problem('conflict', tCreationLimitRefusals('problem.none'));
    const others = limits.filter((limit) => limit.currency !== currency);
    const isStricter = isStricterLimit(
      findEffectiveLimit(currency, limits),
      findEffectiveLimit(currency, amount === null ? others : [...others, { currency, amount }]),
    );
    if (isStricter)
      await storeSetting(transaction, limitProposals, { businessId, subject: currency }, amount);
    else {
      if (stale !== null) throw stale;
      await insertProposal(transaction, limitProposals, {
        businessId,
        subject: currency,
        after: amount,
        by: context.actor.personId,
        at: context.clock.now(),
      });
    }
    await writeAudit(transaction, context, {
      businessId,
      action: isStricter ? 'creation-limit.set' : 'creation-limit.propose',
      objectType: 'creation-limit',
      objectId: currency,
      before: { currency, amount: before },
      after: { currency, amount },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    return isStricter ? ('set' as const) : ('proposed' as const);
  });
  return { outcome, ...(await readLimits(context, businessId)) };
}
