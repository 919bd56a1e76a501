import 'server-only';
import { readDeposit } from '#lib/deposits/index.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readWithdrawal } from '#lib/withdrawals/index.ts';
import { listDepositTimeline, listPaymentTimeline, listWithdrawalTimeline } from './queries/timeline.ts';
import type { TimelinePage } from './schema/timeline.ts';

/** Returns the part of a payment's timeline after a cursor. Null returns the newest part. Throws Problem. */
export async function readPaymentTimeline(
  context: Context<PersonActor>,
  business: string,
  payment: string,
  after: string | null,
): Promise<TimelinePage> {
  const { paymentId } = await readPayment(context, business, payment);
  return listPaymentTimeline(context, business, paymentId, { after });
}

/** Returns the part of a deposit's timeline after a cursor. Throws Problem. */
export async function readDepositTimeline(
  context: Context<PersonActor>,
  business: string,
  deposit: string,
  after: string | null,
): Promise<TimelinePage> {
  return listDepositTimeline(context, business, await readDeposit(context, business, deposit), { after });
}

/** Returns the part of a withdrawal's timeline after a cursor. Throws Problem. */
export async function readWithdrawalTimeline(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
  after: string | null,
): Promise<TimelinePage> {
  const { withdrawalId } = await readWithdrawal(context, business, withdrawal);
  return listWithdrawalTimeline(context, business, withdrawalId, { after });
}
