import type { Network } from '#lib/values/currencies.ts';
import { hasDestinationTag } from '#lib/values/currencies.ts';
import { createAddress } from '../model/addresses.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import { acceptsPair } from '../model/businesses.ts';
import { isNetwork } from '../model/coins.ts';
import { applyRatio, feeScale, multiplyRatios, trimZeros } from '../model/money.ts';
import { marketRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';
import { calculateExpiry, scheduleExpiry } from './expiry.ts';
import { findBusiness } from './find-business.ts';
import type { PaymentState } from './payment-state.ts';
import { Refusal, refuseField } from './payment-state.ts';
import { calculatePayerShare, createQuote } from './quote.ts';
import { calculateStatus } from './status.ts';

/** Returns the payment's address on a network: its own, or the business's shared one where tags identify payers. */
export function depositAddress(state: PaymentState, network: Network): string {
  const { businessId, paymentId } = state.record;
  return createAddress(
    network,
    hasDestinationTag(network) ? `business:${businessId}` : `payment:${paymentId}`,
  );
}

/** Makes the destination tag of one payment. */
const buildTag = ({ record }: PaymentState): string =>
  String(Number.parseInt(record.paymentId.slice(0, 8), 16) % 4_294_967_295);

/** Writes coin, network, address and the expected amounts into the record. Does not save. */
export function setCoin(world: SandboxContext, state: PaymentState, coin: string, network: string): void {
  const { record } = state;
  if (!isNetwork(network)) throw new Refusal(`${network} is not a network`);
  const now = readWorldSeconds(world);
  if (state.rateSetAt === null || record.depositCurrency !== coin) state.rateSetAt = now;
  const quote = createQuote(state, coin, network, state.record.rateType === 'FIXED' ? state.rateSetAt : now);
  record.depositCurrency = coin;
  record.expectedNetwork = network;
  record.walletAddress = depositAddress(state, network);
  if (hasDestinationTag(network)) record.destinationTag = buildTag(state);
  else delete record.destinationTag;
  record.expectedDepositAmount = quote.amount;
  record.expectedDepositDistributedUserServiceFee = trimZeros(quote.fee);
  if (record.displayCurrency && record.expectedDisplayAmount) {
    const share = multiplyRatios(
      assumedDefaults.serviceFee,
      calculatePayerShare(record.userServiceFeeDistributionPercentage),
    );
    const scale = feeScale(record.displayCurrency);
    record.expectedDisplayDistributedUserServiceFee = trimZeros(
      applyRatio(record.expectedDisplayAmount, share, scale),
      scale - 2,
    );
  } else {
    record.expectedUniformAmount = trimZeros(
      applyRatio(quote.amount, marketRate(coin, 'EUR', now), feeScale('EUR')),
      2,
    );
  }
  record.paymentRequestedAt ??= now;
  record.status = calculateStatus(state, now);
}

/**
 * Selects coin and network for the payer, who may change them while nothing has arrived. A payment priced in a coin
 * has both from the start.
 *
 * @throws Refusal
 */
export function chooseCoin(world: SandboxContext, state: PaymentState, coin: string, network: string): void {
  if (state.pricedInCoin) throw new Refusal('This payment is asked for in one coin on one network.');
  if (state.expiresAt !== null && readWorldSeconds(world) >= state.expiresAt)
    throw new Refusal('This payment has expired.');
  if (state.record.type === 'ONE_TIME' && state.record.deposits.length > 0)
    throw new Refusal('A deposit has already arrived.');
  if (!acceptsPair(findBusiness(world, state), coin, network))
    refuseField('depositCurrency', `${coin} on ${network} is not accepted by this business`);
  try {
    setCoin(world, state, coin, network);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(`The amount is too large to be paid in ${coin}.`);
    throw error;
  }
  if (state.expiresAt === null) {
    state.expiresAt = calculateExpiry(world, state);
    scheduleExpiry(world, state);
  }
  world.store.payments.save(state);
}
