import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { RefundReason } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import { transactionFor } from '../model/addresses.ts';
import { isNetwork, requireChain } from '../model/coins.ts';
import { isMore, multiplyRatio, priceScale, tidy } from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { World } from '../world.ts';
import { later, seconds } from '../world.ts';
import type { PaymentState } from './payment-state.ts';
import { findDeposit } from './payment-state.ts';

/**
 * §2.6. A refund that is not worth its network's fee, or that may not be sent, is NON_REFUNDABLE at once; any
 * other is PENDING until its transaction is confirmed (assumption).
 */
export function refundDeposit(
  world: World,
  deposit: DepositRecord,
  type: 'PARTIAL' | 'FULL',
  reason: RefundReason,
  amount: Amount,
  sentBack: boolean,
): void {
  const { depositCurrency, network, displayCurrency } = deposit;
  const { fee } = requireChain(depositCurrency, network);
  const rate = serviceRate(depositCurrency, displayCurrency, seconds(world));
  const scale = priceScale(displayCurrency);
  const display = (value: Amount) => tidy(multiplyRatio(value, rate, scale), scale);
  const refundable = sentBack && isMore(amount, fee);
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
  if (refundable) world.store.events.add(later(world, world.pace.refund()), 'confirm-refund', deposit.id);
}

/** The refund's transaction is confirmed. */
export function confirmRefund(world: World, state: PaymentState, depositId: string): void {
  const { refund } = findDeposit(state, depositId);
  if (refund?.status !== 'PENDING' || !isNetwork(refund.network)) return;
  refund.status = 'CONFIRMED';
  refund.transactionId = transactionFor(refund.network, `refund:${depositId}`);
  refund.confirmedAt = seconds(world);
  world.store.payments.save(state);
}
