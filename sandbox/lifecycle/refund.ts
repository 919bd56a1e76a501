import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { RefundReason } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import { createTransactionHash } from '../model/addresses.ts';
import { isNetwork, requireChain } from '../model/coins.ts';
import { applyRatio, isGreater, priceScale, trimZeros } from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import { calculateDueTime, readWorldSeconds } from '../world.ts';
import type { PaymentState } from './payment-state.ts';
import { findDeposit } from './payment-state.ts';

/**
 * Refunds a deposit (§2.6). A refund that is not worth its network's fee, or that is not allowed, is NON_REFUNDABLE
 * at once. Any other is PENDING until its transaction is confirmed (assumption).
 */
export function refundDeposit(
  world: SandboxContext,
  deposit: DepositRecord,
  type: 'PARTIAL' | 'FULL',
  reason: RefundReason,
  amount: Amount,
  sentBack: boolean,
): void {
  const { depositCurrency, network, displayCurrency } = deposit;
  const { fee } = requireChain(depositCurrency, network);
  const rate = serviceRate(depositCurrency, displayCurrency, readWorldSeconds(world));
  const scale = priceScale(displayCurrency);
  const display = (value: Amount) => trimZeros(applyRatio(value, rate, scale), scale);
  const refundable = sentBack && isGreater(amount, fee);
  deposit.refund = {
    type,
    status: refundable ? 'PENDING' : 'NON_REFUNDABLE',
    reason,
    depositCurrency,
    network,
    amount,
    displayCurrency,
    displayAmount: display(amount),
    ...(refundable && { fee, displayFee: display(fee) }),
  };
  if (refundable)
    world.store.events.add(calculateDueTime(world, world.pace.refund()), 'confirm-refund', deposit.id);
}

/** Confirms the refund's transaction. */
export function confirmRefund(world: SandboxContext, state: PaymentState, depositId: string): void {
  const { refund } = findDeposit(state, depositId);
  if (refund?.status !== 'PENDING' || !isNetwork(refund.network)) return;
  refund.status = 'CONFIRMED';
  refund.transactionId = createTransactionHash(refund.network, `refund:${depositId}`);
  refund.confirmedAt = readWorldSeconds(world);
  world.store.payments.save(state);
}
