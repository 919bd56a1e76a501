import type { Amount, Total } from '#lib/values/amount.ts';
import { compareTotal, plus, zeroTotal } from '#lib/values/total.ts';
import type { DepositDetail } from './schema.ts';

/** Amounts of one payment in one currency, as reported. Their total may differ, because the service states no such rule. */
export type MoneyBar = {
  readonly currency: string;
  /** Null for a reusable payment, and where it isn't reported. */
  readonly expected: Amount | null;
  readonly received: Total;
  readonly fee: Total;
  readonly net: Total;
  /** The largest of them, to which the others are compared. */
  readonly whole: Total;
};

type Payment = {
  readonly type: string | null;
  readonly displayCurrency: string | null;
  readonly expectedDisplayAmount: Amount | null;
};
type Deposit = Pick<
  DepositDetail,
  'status' | 'displayCurrency' | 'displayAmount' | 'displayServiceFee' | 'displayPayableAmount'
>;

/** Returns the sum, or null if one of the amounts isn't reported. */
const sumAll = (amounts: readonly (Amount | null)[]): Total | null =>
  amounts.reduce<Total | null>(
    (sum, amount) => (sum === null || amount === null ? null : plus(sum, amount)),
    zeroTotal,
  );

/**
 * Returns the amounts of the confirmed deposits in the currency of the price. Null unless each deposit reports all of
 * them in this currency.
 */
export function findMoneyBar(
  payment: Payment & { readonly depositCount: number },
  deposits: readonly Deposit[],
): MoneyBar | null {
  const confirmed = deposits.filter(({ status }) => status === 'CONFIRMED');
  const [first] = confirmed;
  const currency = payment.displayCurrency ?? first?.displayCurrency ?? null;
  if (first === undefined || currency === null || deposits.length < payment.depositCount) return null;
  if (confirmed.some(({ displayCurrency }) => displayCurrency !== currency)) return null;
  const [received, fee, net] = [
    sumAll(confirmed.map(({ displayAmount }) => displayAmount)),
    sumAll(confirmed.map(({ displayServiceFee }) => displayServiceFee)),
    sumAll(confirmed.map(({ displayPayableAmount }) => displayPayableAmount)),
  ];
  if (received === null || fee === null || net === null) return null;
  const expected = payment.type === 'REUSABLE' ? null : payment.expectedDisplayAmount;
  const sizes = [received, plus(net, fee), ...(expected === null ? [] : [plus(zeroTotal, expected)])];
  const whole = sizes.reduce((largest, size) => (compareTotal(largest, size) < 0 ? size : largest));
  return { currency, expected, received, fee, net, whole };
}
