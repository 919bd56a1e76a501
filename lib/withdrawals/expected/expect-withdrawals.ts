import 'server-only';
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { expectWithdrawalsForm } from './schema.ts';
import { insertExpected } from './store.ts';

/** IDs that the audit entry names. It has the number and the hash of all of them. */
const auditedIds = 50;

/**
 * Adds client withdrawal IDs to the list of expected withdrawals. Nothing leaves the list, because that would hide who
 * expected a withdrawal.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function expectWithdrawals(
  context: Context<PersonActor>,
  input: z.output<typeof expectWithdrawalsForm>,
): Promise<{ readonly added: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'import');
  const ids = [...new Set(input.text.map(({ id }) => storableText(id)))];
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const added = await insertExpected(transaction, { businessId, by: context.actor.personId, at }, ids);
    await writeAudit(transaction, context, {
      businessId,
      action: 'withdrawal.expect',
      objectType: 'business',
      objectId: businessId,
      after: {
        added,
        ids: ids.slice(0, auditedIds),
        count: ids.length,
        sha256: createHash('sha256').update(ids.join('\n')).digest('hex'),
      },
    });
    return { added };
  });
}
