import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isShorter } from './model.ts';
import { readRetention } from './queries.ts';
import type { RetentionView, setRetentionForm } from './schema.ts';
import { insertRetentionChange, lockRule, storeRule } from './store.ts';

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
    const { years: before } = await lockRule(transaction, businessId, kind);
    const needsSecond = isShorter(years, before);
    if (needsSecond) {
      if (stale !== null) throw stale;
      const change = { businessId, kind, years, personId: context.actor.personId, at: context.clock.now() };
      if (!(await insertRetentionChange(transaction, change)))
        throw new Problem('conflict', tRetention('problem.pending'));
    } else await storeRule(transaction, businessId, kind, years);
    await writeAudit(transaction, context, {
      businessId,
      action: needsSecond ? 'retention.propose' : 'retention.set',
      objectType: 'business',
      objectId: businessId,
      before: { kind, years: before },
      after: { kind, years },
    });
    return needsSecond ? ('proposed' as const) : ('set' as const);
  });
  return { outcome, ...(await readRetention(context, businessId)) };
}
