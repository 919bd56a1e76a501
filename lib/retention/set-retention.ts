import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal, lockSetting, storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { isShorter } from './model.ts';
import { readRetention } from './queries.ts';
import type { RetentionView, setRetentionForm } from './schema.ts';
import { timeProposals } from './time-proposals.ts';

/**
 * Sets how long records of a kind are kept. A longer time takes effect at once. A shorter one is proposed to a second
 * owner.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required' for a shorter time, and 'conflict' while another
 * proposal waits
 */
export async function setRetention(
  context: Context<PersonActor>,
  input: z.output<typeof setRetentionForm>,
): Promise<RetentionView & { readonly outcome: 'set' | 'proposed' }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { kind, years } = input;
  const stale = await findStaleAuthentication(context);
  const outcome = await inTransaction(async (transaction) => {
    const setting = { businessId, subject: kind };
    const before = await lockSetting(transaction, timeProposals, setting);
    const needsSecond = isShorter(years, before);
    if (needsSecond) {
      if (stale !== null) throw stale;
      const proposal = { ...setting, after: years, by: context.actor.personId, at: context.clock.now() };
      await insertProposal(transaction, timeProposals, proposal);
    } else await storeSetting(transaction, timeProposals, setting, years);
    await writeAudit(transaction, context, {
      businessId,
      action: needsSecond ? 'retention.propose' : 'retention.set',
      objectType: 'business',
      objectId: businessId,
      before: { kind, years: before },
      after: { kind, years },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    return needsSecond ? ('proposed' as const) : ('set' as const);
  });
  return { outcome, ...(await readRetention(context, businessId)) };
}
