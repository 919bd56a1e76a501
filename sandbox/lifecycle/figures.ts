import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import type { Business } from '../model/businesses.ts';
import { backing, requireChain } from '../model/coins.ts';
import { inventedDefaults } from '../model/invented.ts';
import type { Ratio } from '../model/money.ts';
import {
  feeScale,
  inverse,
  minus,
  multiplyRatio,
  plus,
  priceScale,
  signedDifference,
  signedTidy,
  tidy,
  times,
} from '../model/money.ts';
import { marketRate, serviceRate } from '../model/rates.ts';
import type { PaymentState } from './payment-state.ts';
import { payersFactor, payersShare } from './quote.ts';

const least = (currency: string): number => (isFiatCurrency(currency) ? priceScale(currency) : 0);
const fine = (currency: string): number => {
  if (isFiatCurrency(currency)) return feeScale(currency);
  return currency === 'BTC' ? 8 : 6;
};

/** Fiat for a ratio of 0, crypto for 1; in between deposits are spread by their id (assumption). */
function settlementCurrencyOf(business: Business, depositId: string): string {
  const fiat = business.settlementFiatCurrency ?? 'EUR';
  const share = Number(business.settlementCryptoRatio ?? '0');
  const place = Number.parseInt(depositId.slice(0, 4), 16) / 65_536;
  return place < share ? (business.settlementCryptoCurrency ?? fiat) : fiat;
}

/** What a deposit is worth in the display currency, without the payer's part of the fee. */
export function displayWorth(
  state: PaymentState,
  deposit: DepositRecord,
  amount: Amount,
  at: number,
): Amount {
  const { record } = state;
  const asAsked =
    !state.pricedInCoin &&
    (record.rateType === 'FLOATING' || at === state.rateSetAt) &&
    deposit.depositCurrency === record.depositCurrency &&
    deposit.network === record.expectedNetwork &&
    record.expectedDepositAmount &&
    compareAmounts(amount, record.expectedDepositAmount) === 0;
  if (asAsked && record.expectedDisplayAmount) return record.expectedDisplayAmount;
  const currency = deposit.displayCurrency;
  const factor = inverse(payersFactor(deposit.userServiceFeeDistributionPercentage));
  const rate = serviceRate(deposit.depositCurrency, currency, at);
  return tidy(multiplyRatio(amount, times(rate, factor), priceScale(currency)), least(currency));
}

function depegLoss(worth: Amount, market: Amount, currency: string): SignedAmount {
  return signedTidy(signedDifference(worth, tidy(market, least(currency))));
}

/**
 * Fills in what a deposit has once it is credited: fees, credited amounts, depeg loss. `kept` is the part that
 * is not sent back. No identity between these figures is shown: the sums below are assumptions.
 */
export function creditDeposit(
  state: PaymentState,
  deposit: DepositRecord,
  business: Business,
  kept: Amount,
  at: number,
): void {
  const currency = deposit.displayCurrency;
  const worth = displayWorth(state, deposit, kept, at);
  const share = payersShare(deposit.userServiceFeeDistributionPercentage);
  const settlement = settlementCurrencyOf(business, deposit.id);
  const inCurrency = (value: Amount, to: string, ratio?: Ratio): Amount => {
    const rate = ratio ? times(serviceRate(currency, to, at), ratio) : serviceRate(currency, to, at);
    return tidy(multiplyRatio(value, rate, fine(to)), least(to));
  };
  const partFor = (to: string) => {
    const fee = inCurrency(worth, to, inventedDefaults.serviceFee);
    const distributed = inCurrency(worth, to, times(inventedDefaults.serviceFee, share));
    const payable = tidy(plus(minus(inCurrency(worth, to), fee), distributed), least(to));
    return { fee, distributed, payable };
  };
  const display = partFor(currency);
  deposit.displayServiceFee = display.fee;
  deposit.displayDistributedUserServiceFee = display.distributed;
  deposit.displayPayableAmount = display.payable;
  const settled = partFor(settlement);
  deposit.settlementCurrency = settlement;
  deposit.settlementServiceFee = settled.fee;
  deposit.settlementDistributedUserServiceFee = settled.distributed;
  deposit.settlementPayableAmount = settled.payable;
  const uniform = partFor('EUR');
  deposit.uniformServiceFee = uniform.fee;
  deposit.uniformDistributedUserServiceFee = uniform.distributed;
  deposit.uniformPayableAmount = uniform.payable;
  if (backing[deposit.depositCurrency] !== currency) return;
  const market = marketRate(deposit.depositCurrency, currency, at);
  const scale = feeScale(currency) + 2;
  const worthAt = (rate: Ratio, to: string) =>
    multiplyRatio(worth, times(rate, serviceRate(currency, to, at)), scale);
  const matched: Ratio = { over: 1n, under: 1n };
  const loss = (to: string) => depegLoss(worthAt(matched, to), worthAt(market, to), to);
  deposit.displayRateDepegLossAmount = loss(currency);
  deposit.settlementRateDepegLossAmount = loss(settlement);
  deposit.uniformRateDepegLossAmount = loss('EUR');
}

/** The payer's part of the fee within an amount of a coin. */
export function feeWithin(deposit: DepositRecord, amount: Amount): Amount {
  const { scale } = requireChain(deposit.depositCurrency, deposit.network);
  const factor = inverse(payersFactor(deposit.userServiceFeeDistributionPercentage));
  return tidy(minus(amount, multiplyRatio(amount, factor, scale)));
}
