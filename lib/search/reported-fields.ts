import 'server-only';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

/** Records and fields that each filter compares, as named in `unknown_name`. */
type Fields = Readonly<Record<string, readonly string[]>>;

const mapToRecord = (record: string, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, [`${record}.${name}`]]));

/** An amount range has one currency: a coin, a display currency or a settlement currency. */
function mapAmounts(
  { filters }: ListSpec,
  currencyFields: { coin: readonly string[]; display: readonly string[]; settlement?: readonly string[] },
): Fields {
  const { coin, display, settlement = [] } = currencyFields;
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

/** Lists with enumerations of the service. The callback log and the audit log have only our own. */
export const reportedFields: Readonly<Record<string, Fields>> = {
  payments: {
    ...mapAmounts(paymentList, { coin: ['payment.depositCurrency'], display: ['payment.displayCurrency'] }),
    ...mapToRecord('payment', [
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
    ...mapAmounts(depositList, {
      coin: ['deposit.depositCurrency'],
      display: ['deposit.displayCurrency'],
      settlement: ['deposit.settlementCurrency'],
    }),
    ...mapToRecord('deposit', [
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
    ...mapAmounts(refundList, {
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
    ...mapAmounts(withdrawalList, {
      coin: ['withdrawal.withdrawCurrency'],
      display: ['withdrawal.displayCurrency'],
      settlement: ['withdrawal.settlementCurrency'],
    }),
    ...mapToRecord('withdrawal', ['status', 'withdrawCurrency', 'settlementCurrency', 'displayCurrency']),
  },
  exceptions: {
    ...mapAmounts(exceptionList, { coin: ['payment.depositCurrency'], display: ['payment.displayCurrency'] }),
    currency: prices,
    actualIn: prices,
  },
  reviews: {
    ...mapAmounts(queueList, {
      coin: ['deposit.depositCurrency', 'withdrawal.withdrawCurrency'],
      display: [],
    }),
    serviceStatus: ['deposit.status', 'withdrawal.status'],
    currency: ['deposit.depositCurrency', 'withdrawal.withdrawCurrency'],
  },
};
