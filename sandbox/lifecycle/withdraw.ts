import type { WithdrawalStatus } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import { hasDestinationTag, isCryptoCurrency, isFiatCurrency } from '#lib/values/currencies.ts';
import { buildWithdrawalCallback } from '../callbacks/withdrawal-callback.ts';
import { createAddress, createTransactionHash } from '../model/addresses.ts';
import { defaultDisplayCurrency } from '../model/businesses.ts';
import { backingCurrencies, coins, findChain, isNetwork, requireChain } from '../model/coins.ts';
import {
  applyRatio,
  feeScale,
  isZero,
  minus,
  multiplyRatios,
  priceScale,
  signedDifference,
  trimSignedZeros,
  trimZeros,
} from '../model/money.ts';
import { pickInteger } from '../model/random.ts';
import { marketRate, serviceRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import { calculateDueTime, readWorldSeconds } from '../world.ts';
import { refuseField } from './payment-state.ts';
import type { BroadcastAmounts, WithdrawalState } from './withdrawal-state.ts';

/** A withdrawal requested on the panel. §4.4 doesn't show the real creation request, so this one is invented. */
export type WithdrawalRequest = {
  readonly businessId: string;
  readonly withdrawCurrency: string;
  readonly network?: string;
  readonly toTxAddress?: string;
  readonly expectedDisplayAmount: Amount;
  readonly displayCurrency?: string;
  readonly clientWithdrawalId?: string;
  readonly outcome: WithdrawalStatus;
  /** Seconds on the sandbox's clock. */
  readonly broadcastAfterSeconds?: number;
};

const unknownOwner = { name: 'Not identified', category: 'Unhosted wallet' };
const blockedOwner = { name: 'Volkhov Trading House', category: 'Sanctions' };

/** Converts a price to a coin, with the digits that the network supports. */
const convertWorth = (value: Amount, currency: string, coin: string, network: string, at: number): Amount =>
  trimZeros(applyRatio(value, serviceRate(currency, coin, at), requireChain(coin, network).scale));

/**
 * Starts a withdrawal, which is processed later.
 *
 * @throws Refusal
 */
export function startWithdrawal(world: SandboxContext, wish: WithdrawalRequest): WithdrawalState {
  const business =
    world.store.businesses.find(wish.businessId) ??
    refuseField('businessId', 'is not a business of the sandbox');
  const coin = wish.withdrawCurrency;
  if (!isCryptoCurrency(coin) || !coins[coin].withdrawable)
    return refuseField('withdrawCurrency', 'is not one of the ten coins that can be withdrawn');
  const network = wish.network ?? coins[coin].chains[0]?.network ?? '';
  if (!isNetwork(network) || findChain(coin, network) === null)
    return refuseField('network', `does not carry ${coin}`);
  const displayCurrency = wish.displayCurrency ?? defaultDisplayCurrency(business);
  if (!isFiatCurrency(displayCurrency))
    return refuseField('displayCurrency', 'is not a fiat currency of §2.1');
  const id = world.random.uuid();
  const tag = hasDestinationTag(network) ? `?dt=${pickInteger(world.random, 100_000, 4_000_000_000)}` : '';
  const address = wish.toTxAddress?.trim();
  const now = readWorldSeconds(world);
  const state: WithdrawalState = {
    id,
    businessId: business.id,
    clientWithdrawalId: wish.clientWithdrawalId?.trim() || `payout-${id.slice(0, 8)}`,
    withdrawCurrency: coin,
    network,
    toTxAddress: address || `${createAddress(network, `payee:${id}`)}${tag}`,
    displayCurrency,
    settlementCurrency: settlementCurrency(business),
    expectedDisplayAmount: wish.expectedDisplayAmount,
    estimatedWithdrawAmount: convertWorth(wish.expectedDisplayAmount, displayCurrency, coin, network, now),
    outcome: wish.outcome,
    owner: wish.outcome === 'BLOCKED' ? blockedOwner : unknownOwner,
    initiatedAt: now,
    processedAt: null,
    sent: null,
  };
  if (isZero(state.estimatedWithdrawAmount)) refuseField('expectedDisplayAmount', `is too little in ${coin}`);
  world.store.transaction(() => {
    world.store.withdrawals.add(state);
    world.store.events.add(
      calculateDueTime(world, wish.broadcastAfterSeconds ?? world.pace.broadcast()),
      'broadcast',
      id,
    );
  });
  return state;
}

function settlementCurrency(business: {
  settlementCryptoRatio?: string | null | undefined;
  settlementCryptoCurrency?: string | null | undefined;
  settlementFiatCurrency?: string | null | undefined;
}): string {
  const fiat = business.settlementFiatCurrency ?? 'EUR';
  return Number(business.settlementCryptoRatio ?? '0') >= 0.5
    ? (business.settlementCryptoCurrency ?? fiat)
    : fiat;
}

function getBroadcast(state: WithdrawalState, at: number): BroadcastAmounts {
  const { withdrawCurrency: coin, network, displayCurrency, settlementCurrency } = state;
  const { fee } = requireChain(coin, network);
  const whole = convertWorth(state.expectedDisplayAmount, displayCurrency, coin, network, at);
  const amount = minus(whole, fee);
  const scale = priceScale(displayCurrency);
  const display = (value: Amount) =>
    trimZeros(applyRatio(value, serviceRate(coin, displayCurrency, at), feeScale(displayCurrency)), scale);
  const settlementScale = isFiatCurrency(settlementCurrency) ? feeScale(settlementCurrency) : 8;
  const settlementRate = serviceRate(displayCurrency, settlementCurrency, at);
  const matched = backingCurrencies[coin] === displayCurrency;
  const market = matched ? marketRate(coin, displayCurrency, at) : null;
  const loss = (rate: ReturnType<typeof serviceRate>, digits: number) =>
    market === null
      ? undefined
      : trimSignedZeros(
          signedDifference(
            applyRatio(amount, rate, digits + 2),
            applyRatio(amount, multiplyRatios(market, rate), digits + 2),
          ),
        );
  return {
    displayAmount: display(amount),
    withdrawAmount: trimZeros(amount),
    settlementAmount: trimZeros(applyRatio(state.expectedDisplayAmount, settlementRate, settlementScale)),
    fee,
    displayFee: display(fee),
    displayDepegLoss: loss({ over: 1n, under: 1n }, feeScale(displayCurrency)),
    settlementDepegLoss: loss(settlementRate, settlementScale),
    transactionId: createTransactionHash(network, `withdrawal:${state.id}`),
  };
}

/** Processes a withdrawal: sent to the network, failed or blocked. Sends its callback (§6.2). */
export function processWithdrawal(world: SandboxContext, id: string): void {
  const state = world.store.withdrawals.find(id);
  if (state === null || state.processedAt !== null) return;
  const now = readWorldSeconds(world);
  state.processedAt = now;
  if (state.outcome === 'COMPLETED') state.sent = getBroadcast(state, now);
  world.store.withdrawals.save(state);
  world.announce('withdrawal', state.businessId, state.id, buildWithdrawalCallback(state));
}
