import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import type { Business } from '../model/businesses.ts';
import { backingCurrencies, requireChain } from '../model/coins.ts';
import type { Ratio } from '../model/money.ts';
import {
  applyRatio,
  feeScale,
  invertRatio,
  minus,
  multiplyRatios,
  plus,
  priceScale,
  signedDifference,
  trimSignedZeros,
  trimZeros,
} from '../model/money.ts';
import { marketRate, serviceRate } from '../model/rates.ts';
import type { PaymentState } from './payment-state.ts';
import { calculatePayerFactor, calculatePayerShare } from './quote.ts';

const least = (currency: string): number => (isFiatCurrency(currency) ? priceScale(currency) : 0);
const fine = (currency: string): number => {
  if (isFiatCurrency(currency)) return feeScale(currency);
  return currency === 'BTC' ? 8 : 6;
};

/** Returns fiat for a ratio of 0 and crypto for 1. In between, the deposit's id decides (assumption). */
function getSettlementCurrency(business: Business, depositId: string): string {
  const fiat = business.settlementFiatCurrency ?? 'EUR';
  const share = Number(business.settlementCryptoRatio ?? '0');
  const place = Number.parseInt(depositId.slice(0, 4), 16) / 65_536;
  return place < share ? (business.settlementCryptoCurrency ?? fiat) : fiat;
}

/** Returns the value of a deposit in the display currency, without the payer's part of the fee. */
export function toDisplayAmount(
  state: PaymentState,
  deposit: DepositRecord,
  amount: Amount,
  at: number,
): Amount {
  const { record } = state;
  const matchesRequest =
    !state.pricedInCoin &&
    (record.rateType === 'FLOATING' || at === state.rateSetAt) &&
    deposit.depositCurrency === record.depositCurrency &&
    deposit.network === record.expectedNetwork &&
    record.expectedDepositAmount &&
    compareAmounts(amount, record.expectedDepositAmount) === 0;
  if (matchesRequest && record.expectedDisplayAmount) return record.expectedDisplayAmount;
  const currency = deposit.displayCurrency;
  const factor = invertRatio(calculatePayerFactor(deposit.userServiceFeeDistributionPercentage));
  const rate = serviceRate(deposit.depositCurrency, currency, at);
  return trimZeros(applyRatio(amount, multiplyRatios(rate, factor), priceScale(currency)), least(currency));
}

function depegLoss(worth: Amount, market: Amount, currency: string): SignedAmount {
  return trimSignedZeros(signedDifference(worth, trimZeros(market, least(currency))));
}

/**
 * Fills in the figures of a credited deposit: fees, credited amounts and depeg loss. `remaining` is the part that is not
 * refunded. The interface shows no relation between these figures, so the sums below are assumptions.
 */
export function creditDeposit(
  state: PaymentState,
  deposit: DepositRecord,
  business: Business,
  remaining: Amount,
  at: number,
): void {
  const currency = deposit.displayCurrency;
  const worth = toDisplayAmount(state, deposit, remaining, at);
  const share = calculatePayerShare(deposit.userServiceFeeDistributionPercentage);
  const settlement = getSettlementCurrency(business, deposit.id);
  const inCurrency = (value: Amount, to: string, ratio?: Ratio): Amount => {
    const rate = ratio ? multiplyRatios(serviceRate(currency, to, at), ratio) : serviceRate(currency, to, at);
    return trimZeros(applyRatio(value, rate, fine(to)), least(to));
  };
  const partFor = (to: string) => {
    const fee = inCurrency(worth, to, assumedDefaults.serviceFee);
    const distributed = inCurrency(worth, to, multiplyRatios(assumedDefaults.serviceFee, share));
    const payable = trimZeros(plus(minus(inCurrency(worth, to), fee), distributed), least(to));
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
  if (backingCurrencies[deposit.depositCurrency] !== currency) return;
  const market = marketRate(deposit.depositCurrency, currency, at);
  const scale = feeScale(currency) + 2;
  const worthAt = (rate: Ratio, to: string) =>
    applyRatio(worth, multiplyRatios(rate, serviceRate(currency, to, at)), scale);
  const matched: Ratio = { over: 1n, under: 1n };
  const loss = (to: string) => depegLoss(worthAt(matched, to), worthAt(market, to), to);
  deposit.displayRateDepegLossAmount = loss(currency);
  deposit.settlementRateDepegLossAmount = loss(settlement);
  deposit.uniformRateDepegLossAmount = loss('EUR');
}

/** Returns the payer's part of the fee within an amount of a coin. */
export function calculatePayerFee(deposit: DepositRecord, amount: Amount): Amount {
  const { scale } = requireChain(deposit.depositCurrency, deposit.network);
  const factor = invertRatio(calculatePayerFactor(deposit.userServiceFeeDistributionPercentage));
  return trimZeros(minus(amount, applyRatio(amount, factor, scale)));
}
