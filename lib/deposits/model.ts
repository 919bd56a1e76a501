import type { Total } from '#lib/values/amount.ts';
import type { ImpliedRate } from '#lib/values/implied-rate.ts';
import { calculateImpliedRate } from '#lib/values/implied-rate.ts';
import { plus, zeroTotal } from '#lib/values/total.ts';
import type { DepositDetail } from './schema.ts';

/** Counts the deposits of a payment that are older than these. Only the newest are read with a payment. */
export const countEarlierDeposits = (
  deposits: readonly unknown[],
  { depositCount }: { readonly depositCount: number },
): number => Math.max(0, depositCount - deposits.length);

/** Counts the confirmed deposits of a payment, those included that are not read with it. */
export const countConfirmedDeposits = (
  deposits: readonly { readonly status: string | null }[],
  payment: { readonly depositCount: number; readonly confirmedDepositCount: number },
): number =>
  Math.max(
    deposits.filter(({ status }) => status === 'CONFIRMED').length,
    countEarlierDeposits(deposits, payment) > 0 ? payment.confirmedDepositCount : 0,
  );

/** The sum of one figure in one currency, over the deposits whose record reports it. */
export type DepositSum = { readonly currency: string; readonly total: Total; readonly reported: number };

/** Sums of the confirmed deposits of a payment. No figure is derived from another. */
type DepositSums = {
  readonly received: readonly DepositSum[];
  /** The same deposits in the display currency. */
  readonly receivedDisplay: readonly DepositSum[];
  readonly serviceFee: readonly DepositSum[];
  readonly netCredited: readonly DepositSum[];
  readonly serviceFeeEur: readonly DepositSum[];
  readonly netCreditedEur: readonly DepositSum[];
};

type Figure = Pick<
  DepositDetail,
  | 'status'
  | 'depositAmount'
  | 'depositCurrency'
  | 'displayAmount'
  | 'displayCurrency'
  | 'settlementServiceFee'
  | 'settlementPayableAmount'
  | 'settlementCurrency'
  | 'uniformServiceFee'
  | 'uniformPayableAmount'
  | 'uniformCurrency'
>;
type AmountField =
  | 'depositAmount'
  | 'displayAmount'
  | 'settlementServiceFee'
  | 'settlementPayableAmount'
  | 'uniformServiceFee'
  | 'uniformPayableAmount';

function sumField(
  deposits: readonly Figure[],
  field: AmountField,
  getCurrency: (deposit: Figure) => string | null,
): readonly DepositSum[] {
  const sums = new Map<string, DepositSum>();
  for (const deposit of deposits) {
    const [amount, currency] = [deposit[field], getCurrency(deposit)];
    if (amount === null || currency === null) continue;
    const { total, reported } = sums.get(currency) ?? { total: zeroTotal, reported: 0 };
    sums.set(currency, { currency, total: plus(total, amount), reported: reported + 1 });
  }
  return [...sums.values()];
}

/** Sums the figures of the confirmed deposits, per currency, as their records report them. */
export function sumDeposits(deposits: readonly Figure[]): DepositSums {
  const confirmed = deposits.filter(({ status }) => status === 'CONFIRMED');
  const settlement = (deposit: Figure) => deposit.settlementCurrency;
  const uniform = (deposit: Figure) => deposit.uniformCurrency ?? 'EUR';
  return {
    received: sumField(confirmed, 'depositAmount', (deposit) => deposit.depositCurrency),
    receivedDisplay: sumField(confirmed, 'displayAmount', (deposit) => deposit.displayCurrency),
    serviceFee: sumField(confirmed, 'settlementServiceFee', settlement),
    netCredited: sumField(confirmed, 'settlementPayableAmount', settlement),
    serviceFeeEur: sumField(confirmed, 'uniformServiceFee', uniform),
    netCreditedEur: sumField(confirmed, 'uniformPayableAmount', uniform),
  };
}

/** Returns the exchange rates that the recorded amounts of a deposit imply. Null where an amount isn't reported. */
export const listImpliedRates = (
  deposit: Pick<
    DepositDetail,
    | 'displayAmount'
    | 'displayCurrency'
    | 'depositAmount'
    | 'depositCurrency'
    | 'displayPayableAmount'
    | 'settlementPayableAmount'
    | 'settlementCurrency'
    | 'uniformPayableAmount'
    | 'uniformCurrency'
  >,
): readonly (ImpliedRate<'deposited' | 'credited' | 'creditedEur'> | null)[] => {
  const credited = [deposit.settlementPayableAmount, deposit.settlementCurrency] as const;
  const inEur = calculateImpliedRate(
    'creditedEur',
    [deposit.uniformPayableAmount, deposit.uniformCurrency ?? 'EUR'],
    credited,
  );
  const inDisplay = calculateImpliedRate(
    'credited',
    [deposit.displayPayableAmount, deposit.displayCurrency],
    credited,
  );
  return [
    calculateImpliedRate(
      'deposited',
      [deposit.displayAmount, deposit.displayCurrency],
      [deposit.depositAmount, deposit.depositCurrency],
    ),
    inDisplay,
    // The same pair of currencies would show two rates for one credit.
    inDisplay?.amount.currency === inEur?.amount.currency ? null : inEur,
  ];
};

/** Returns whether a depeg loss other than zero is reported, so that the full figures matter. */
export const hasDepegLoss = (
  deposit: Pick<
    DepositDetail,
    | 'displayRateDepegLossAmount'
    | 'settlementRateDepegLossAmount'
    | 'uniformRateDepegLossAmount'
    | 'callbackDisplayDepegLoss'
  >,
): boolean =>
  [
    deposit.displayRateDepegLossAmount,
    deposit.settlementRateDepegLossAmount,
    deposit.uniformRateDepegLossAmount,
    deposit.callbackDisplayDepegLoss,
  ].some((loss) => loss !== null && /[1-9]/.test(loss));
