import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { contradictions } from './queries/contradictions.ts';
import type { acknowledgeContradictionForm, ContradictionsView } from './schema.ts';
import { keepAcknowledgement, stillContradicts } from './store.ts';

/**
 * Says to have seen a contradiction, which ends its alarm; the record keeps both sides. One that says something else
 * raises it anew. Throws Problem 'conflict' where the record says something else by now.
 */
export async function acknowledgeContradiction(
  context: Context<PersonActor>,
  input: z.output<typeof acknowledgeContradictionForm>,
): Promise<ContradictionsView> {
  const { businessId } = requirePermission(context, input.businessId, 'alarm.acknowledge');
  const { kind, id, said, note } = input;
  await inTransaction(async (transaction) => {
    if (!(await stillContradicts(transaction, { businessId, kind, id, said })))
      throw new Problem('conflict', 'What does not fit together has changed. Look at the record again.');
    const isNew = await keepAcknowledgement(transaction, {
      businessId,
      record: kind,
      recordId: id,
      said,
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
      after: { said, note },
    });
    await announce(transaction, { businessId, topics: ['overview'] });
  });
  return contradictions(businessId);
}
