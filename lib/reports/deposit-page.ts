import 'server-only';
import { readRecordAnnotations } from '#lib/annotations/index.ts';
import { readDeposit, readDepositRiskChangedAt } from '#lib/deposits/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findRecordsLinkedToDeposit } from './queries/linked-records.ts';
import { listDepositTimeline } from './queries/timeline.ts';
import type { DepositPageView } from './schema/pages.ts';

/** Returns the content of a deposit's page without risk detail. Throws Problem 'not-found' or 'forbidden'. */
export async function readDepositPage(
  context: Context<PersonActor>,
  business: string,
  depositId: string,
): Promise<DepositPageView> {
  const deposit = await readDeposit(context, business, depositId);
  const id = deposit.depositId;
  const [riskChangedAt, timeline, annotations, linkedRecords] = await Promise.all([
    readDepositRiskChangedAt(context, business, [id]),
    listDepositTimeline(context, business, deposit),
    readRecordAnnotations(context, business, 'deposit', id),
    findRecordsLinkedToDeposit(context, business, deposit),
  ]);
  return { deposit, riskChangedAt, timeline, annotations, linkedRecords };
}
