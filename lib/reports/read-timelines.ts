import 'server-only';
import { readDeposit } from '#lib/deposits/index.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readWithdrawal } from '#lib/withdrawals/index.ts';
import { depositTimeline, paymentTimeline, withdrawalTimeline } from './queries/timeline.ts';
import type { TimelinePage } from './schema/timeline.ts';

/** The part of a payment's timeline that lies behind a place in it; null: the newest. Throws Problem. */
export async function readPaymentTimeline(
  context: Context<PersonActor>,
  business: string,
  payment: string,
  after: string | null,
): Promise<TimelinePage> {
  const { paymentId } = await readPayment(context, business, payment);
  return paymentTimeline(context, business, paymentId, { after });
}

/** The same of a deposit. */
export async function readDepositTimeline(
  context: Context<PersonActor>,
  business: string,
  deposit: string,
  after: string | null,
): Promise<TimelinePage> {
  return depositTimeline(context, business, await readDeposit(context, business, deposit), { after });
}

/** The same of a withdrawal. */
export async function readWithdrawalTimeline(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
  after: string | null,
): Promise<TimelinePage> {
  const { withdrawalId } = await readWithdrawal(context, business, withdrawal);
  return withdrawalTimeline(context, business, withdrawalId, { after });
}
