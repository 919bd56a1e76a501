import 'server-only';
import { readRecordAnnotations } from '#lib/annotations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readWithdrawal, readWithdrawalRiskChangedAt } from '#lib/withdrawals/index.ts';
import { findRecordsLinkedToWithdrawal } from './queries/linked-records.ts';
import { listWithdrawalTimeline } from './queries/timeline.ts';
import type { WithdrawalPageView } from './schema/pages.ts';

/** Returns the content of a withdrawal's page without the owner of its address. Throws Problem. */
export async function readWithdrawalPage(
  context: Context<PersonActor>,
  business: string,
  withdrawalId: string,
): Promise<WithdrawalPageView> {
  const withdrawal = await readWithdrawal(context, business, withdrawalId);
  const id = withdrawal.withdrawalId;
  const [riskChangedAt, timeline, annotations, linkedRecords] = await Promise.all([
    readWithdrawalRiskChangedAt(context, business, id),
    listWithdrawalTimeline(context, business, id),
    readRecordAnnotations(context, business, 'withdrawal', id),
    findRecordsLinkedToWithdrawal(context, business, withdrawal),
  ]);
  return { withdrawal, riskChangedAt, timeline, annotations, linkedRecords };
}
