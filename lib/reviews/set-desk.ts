import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/platform/live.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { amount, parseAmount } from '#lib/values/amount.ts';
import { deskSettings } from './queries/settings.ts';
import type { deskSettingsForm } from './schema.ts';
import { markScored, storeSettings } from './store/work.ts';

/** From which amount a second person confirms, how long a case may take, and whether a risk score opens one. Owners only. */
export async function setDesk(
  context: Context<PersonActor>,
  input: z.output<typeof deskSettingsForm>,
): Promise<{ readonly saved: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const before = await deskSettings(context, businessId);
  const after = {
    secondFromEur: amount(input.secondFromEur),
    dueHours: input.dueHours,
    riskScoreFrom: parseAmount(input.riskScoreFrom),
  };
  await inTransaction(async (transaction) => {
    await storeSettings(transaction, businessId, after);
    if (after.riskScoreFrom !== null && after.riskScoreFrom !== before.riskScoreFrom)
      await markScored(transaction, businessId);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.set',
      objectType: 'business',
      objectId: businessId,
      before,
      after,
    });
  });
  return { saved: true };
}
