import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tConnection } from '#lib/messages/connection.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { listConflicts } from './queries/conflicts.ts';
import type { acknowledgeConflictForm, ConflictsView } from './schema.ts';
import { hasSameConflict, saveAcknowledgement } from './store.ts';

/**
 * Records that a person has seen a conflict, which ends its alarm. The record keeps both values. A different conflict
 * of the same record raises a new alarm.
 * @throws Problem 'conflict' when the record has changed; 'forbidden'; 'not-found'.
 */
export async function acknowledgeConflict(
  context: Context<PersonActor>,
  input: z.output<typeof acknowledgeConflictForm>,
): Promise<ConflictsView> {
  const { businessId } = requirePermission(context, input.businessId, 'alarm.acknowledge');
  const { kind, id, fingerprint, note } = input;
  await inTransaction(async (transaction) => {
    if (!(await hasSameConflict(transaction, { businessId, kind, id, fingerprint })))
      throw new Problem('conflict', tConnection('acknowledge.errors.changed'));
    const isNew = await saveAcknowledgement(transaction, {
      businessId,
      record: kind,
      recordId: id,
      said: fingerprint,
      note,
      personId: context.actor.personId,
      at: context.clock.now(),
    });
    if (!isNew) return;
    await writeAudit(transaction, context, {
      businessId,
      action: 'contradiction.acknowledge',
      objectType: kind,
      objectId: id,
      after: { said: fingerprint, note },
    });
    await announce(transaction, { businessId, topics: ['overview'] });
  });
  return listConflicts(businessId);
}
