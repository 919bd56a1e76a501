import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import { countCheckedPayments, findReadingPause, scheduleUncheckedReads } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { saveChecks } from './store.ts';

/** Payments that one run makes due, and the seconds until the next run. Counting them reads all settled payments. */
const scheduledPerRun = 4_000;
const checkSeconds = 3_600;

/**
 * Makes settled payments due that were not read since their last change, and stores how many were. Reading compares them
 * (`read-differences.ts`). Does nothing while payments aren't read.
 */
export async function checkSettledPayments(
  context: Context<SystemActor>,
): Promise<Readonly<Record<string, number>>> {
  if (!canReadPayments() || (await findReadingPause()) !== null) return { scheduled: 0 };
  const scheduled = await scheduleUncheckedReads(context.clock.now(), scheduledPerRun, checkSeconds);
  const counts = await countCheckedPayments();
  const at = context.clock.now();
  await inTransaction(async (transaction) => {
    for (const { businessId, settled, checked, differ } of counts)
      await saveChecks(transaction, businessId, at, [
        {
          key: 'settled-payments',
          state: differ > 0 ? 'attention' : 'good',
          message: tConnectionChecks('settled', {
            checked: String(checked),
            settled: String(settled),
            differ: String(differ),
          }),
        },
      ]);
  });
  return { scheduled };
}
