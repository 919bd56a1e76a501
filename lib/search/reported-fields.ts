import 'server-only';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

/** Of which records and fields the values are that a filter looks for, as `unknown_name` calls them. */
type Fields = Readonly<Record<string, readonly string[]>>;

const same = (record: string, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, [`${record}.${name}`]]));

/** A range is of amounts in one currency: a coin, one that is displayed, one that is settled. */
function ofAmounts(
  { filters }: ListSpec,
  given: { coin: readonly string[]; display: readonly string[]; settlement?: readonly string[] },
): Fields {
  const { coin, display, settlement = [] } = given;
  const fields = (currencies: readonly string[]): readonly string[] => {
    if (currencies === cryptoCurrencies) return coin;
    if (currencies === fiatCurrencies) return display;
    if (currencies === settlementCurrencies) return settlement;
    return currencies.length > 1 ? [...coin, ...display] : [];
  };
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      filter.kind === 'amount' ? [[name, fields(filter.currencies)]] : [],
    ),
  );
}

const prices = ['payment.displayCurrency', 'payment.depositCurrency'];

/** Each list with enumerations of the service. Those of the log of callbacks and of the audit log are ours. */
export const reportedFields: Readonly<Record<string, Fields>> = {
  payments: {
    ...ofAmounts(paymentList, { coin: ['payment.depositCurrency'], display: ['payment.displayCurrency'] }),
    ...same('payment', [
      'status',
      'type',
      'rateType',
      'overpaymentPolicy',
      'redirectMode',
      'locale',
      'depositCurrency',
      'expectedNetwork',
      'displayCurrency',
    ]),
    pricedIn: prices,
    actualIn: prices,
    depositStatus: ['deposit.status'],
    refundStatus: ['deposit.refundStatus'],
  },
  deposits: {
    ...ofAmounts(depositList, {
      coin: ['deposit.depositCurrency'],
      display: ['deposit.displayCurrency'],
      settlement: ['deposit.settlementCurrency'],
    }),
    ...same('deposit', [
      'status',
      'depositCurrency',
      'network',
      'displayCurrency',
      'settlementCurrency',
      'rateType',
      'refundStatus',
      'refundReason',
      'refundType',
    ]),
  },
  refunds: {
    ...ofAmounts(refundList, {
      coin: ['deposit.refundDepositCurrency'],
      display: ['deposit.refundDisplayCurrency'],
    }),
    status: ['deposit.refundStatus'],
    reason: ['deposit.refundReason'],
    type: ['deposit.refundType'],
    depositCurrency: ['deposit.refundDepositCurrency'],
    network: ['deposit.refundNetwork'],
    displayCurrency: ['deposit.refundDisplayCurrency'],
  },
  withdrawals: {
    ...ofAmounts(withdrawalList, {
      coin: ['withdrawal.withdrawCurrency'],
      display: ['withdrawal.displayCurrency'],
      settlement: ['withdrawal.settlementCurrency'],
    }),
    ...same('withdrawal', ['status', 'withdrawCurrency', 'settlementCurrency', 'displayCurrency']),
  },
  exceptions: {
    ...ofAmounts(exceptionList, { coin: ['payment.depositCurrency'], display: ['payment.displayCurrency'] }),
    currency: prices,
    actualIn: prices,
  },
  reviews: {
    ...ofAmounts(queueList, {
      coin: ['deposit.depositCurrency', 'withdrawal.withdrawCurrency'],
      display: [],
    }),
    serviceStatus: ['deposit.status', 'withdrawal.status'],
    currency: ['deposit.depositCurrency', 'withdrawal.withdrawCurrency'],
  },
};
