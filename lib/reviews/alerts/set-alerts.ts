import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeAlertChoice } from '../store/alerts.ts';
import type { setAlertsForm } from './schema.ts';

/** Turns the desk's mail on or off for the person who calls it, and for no one else. */
export async function setAlerts(
  context: Context<PersonActor>,
  input: z.output<typeof setAlertsForm>,
): Promise<{ readonly wanted: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { wanted } = input;
  await inTransaction(async (transaction) => {
    await storeAlertChoice(transaction, { businessId, personId: context.actor.personId, wanted });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.mail',
      objectType: 'person',
      objectId: context.actor.personId,
      after: { wanted },
    });
  });
  return { wanted };
}
