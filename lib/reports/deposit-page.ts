import 'server-only';
import { readRecordAnnotations } from '#lib/annotations/index.ts';
import { readDeposit, readDepositRiskChangedAt } from '#lib/deposits/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readDepositNeighbours } from './queries/neighbours.ts';
import { depositTimeline } from './queries/timeline.ts';
import type { DepositPageView } from './schema/pages.ts';

/** Everything that a deposit's page shows but risk detail. Throws Problem 'not-found' or 'forbidden'. */
export async function readDepositPage(
  context: Context<PersonActor>,
  business: string,
  depositId: string,
): Promise<DepositPageView> {
  const deposit = await readDeposit(context, business, depositId);
  const id = deposit.depositId;
  const [riskChangedAt, timeline, annotations, neighbours] = await Promise.all([
    readDepositRiskChangedAt(context, business, [id]),
    depositTimeline(context, business, deposit),
    readRecordAnnotations(context, business, 'deposit', id),
    readDepositNeighbours(context, business, deposit),
  ]);
  return { deposit, riskChangedAt, timeline, annotations, neighbours };
}
