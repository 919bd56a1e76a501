import 'server-only';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { listServiceFields } from '#lib/records/model/field.ts';
import { listFilteredFields } from '#lib/records/model/filters.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';

/** Records and fields that each filter compares, as named in `unknown_name`. */
type Fields = Readonly<Record<string, readonly string[]>>;

/** Maps the filters of a record’s fields: a choice to its own field, an amount to the field with its currency. */
const mapFields = (record: string, fields: FieldTable): Fields =>
  Object.fromEntries(
    listFilteredFields(listServiceFields(fields)).flatMap(({ field, name, kind, filter, currency }) => {
      if (currency !== undefined)
        return [[name, currency === 'uniformCurrency' ? [] : [`${record}.${currency}`]]];
      return filter === true || kind === 'flag' ? [] : [[name, [`${record}.${field}`]]];
    }),
  );

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
    ...mapFields('payment', paymentFields),
    pricedIn: prices,
    actualIn: prices,
    depositStatus: ['deposit.status'],
    refundStatus: ['deposit.refundStatus'],
  },
  deposits: {
    ...mapFields('deposit', depositFields),
    callbackDisplayDepegLoss: ['deposit.depositCurrency', 'deposit.displayCurrency'],
    refundStatus: ['deposit.refundStatus'],
    refundReason: ['deposit.refundReason'],
    refundType: ['deposit.refundType'],
  },
  refunds: mapFields('deposit', refundFields),
  withdrawals: mapFields('withdrawal', withdrawalFields),
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
