import 'server-only';
import { readDeposit } from '#lib/deposits/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { callbackTimeline } from './queries/timeline.ts';
import type { DepositPageView } from './schema-pages.ts';

/** Everything that a deposit's page shows but risk detail. Throws Problem 'not-found' or 'forbidden'. */
export async function readDepositPage(
  context: Context<PersonActor>,
  business: string,
  depositId: string,
): Promise<DepositPageView> {
  const deposit = await readDeposit(context, business, depositId);
  return { deposit, timeline: await callbackTimeline(context, business, depositId) };
}
