import 'server-only';

/**
 * In which currency a payment is priced, and what was asked and came in it: `model-state.ts` in SQL. What came is in an
 * unknown coin where another came than was chosen (§2.3 of actualDepositAmount); then its currency is null.
 */

/** `currency_mismatch IS NOT TRUE`: one index holds these alone. */
export const isRequestedCurrencySql = (payment: string): string => `${payment}.currency_mismatch IS NOT TRUE`;

/** One index holds these alone, so its condition is written as here. */
const inCoin = (payment: string): string =>
  `(${payment}.display_currency IS NULL OR (${payment}.expected_display_amount IS NULL AND ${payment}.expected_deposit_amount IS NOT NULL))`;

const inCurrency = (payment: string): string =>
  `${payment}.display_currency IS NOT NULL AND (${payment}.expected_display_amount IS NOT NULL OR ${payment}.expected_deposit_amount IS NULL)`;

/**
 * What came, as it was told last. That nothing had come was told before what is confirmed by now (§4.1: the answer to
 * the request tells it of every payment), and says nothing of that.
 */
const lastTold = (payment: string, column: string): string =>
  `CASE WHEN ${payment}.confirmed_deposit_count > 0 THEN nullif(${payment}.${column}, 0) ELSE ${payment}.${column} END`;

/** Columns by name, of the table or alias `payment`. */
export function priceColumns(payment: string) {
  const either = (coin: string, currency: string) =>
    `CASE WHEN ${inCoin(payment)} THEN ${coin} ELSE ${currency} END`;
  const of = (column: string) => `${payment}.${column}`;
  return {
    currency: either(of('deposit_currency'), of('display_currency')),
    asked: either(
      `CASE WHEN ${of('deposit_currency')} IS NOT NULL THEN ${of('expected_deposit_amount')} END`,
      of('expected_display_amount'),
    ),
    came: either(
      `CASE WHEN ${of('deposit_currency')} IS NOT NULL OR ${of('currency_mismatch')} THEN ${lastTold(payment, 'actual_deposit_amount')} END`,
      lastTold(payment, 'actual_display_amount'),
    ),
    cameInEur: lastTold(payment, 'actual_uniform_amount'),
    /** Null: nobody knows in which coin. */
    cameCurrency: either(
      `CASE WHEN ${isRequestedCurrencySql(payment)} THEN ${of('deposit_currency')} END`,
      of('display_currency'),
    ),
  };
}

/**
 * The condition that a payment is priced in one of some currencies, which are coins or not, or may be either (null);
 * with `came`, that what came is known to be in it. `oneOf` binds values, so it is called where they are used alone.
 */
export function pricedIn(
  payment: string,
  oneOf: (column: string) => string,
  { isCoin, came }: { isCoin: boolean | null; came: boolean },
): string {
  const coin = () =>
    `${oneOf(`${payment}.deposit_currency`)} AND ${inCoin(payment)}${came ? ` AND ${isRequestedCurrencySql(payment)}` : ''}`;
  const currency = () => `${oneOf(`${payment}.display_currency`)} AND ${inCurrency(payment)}`;
  if (isCoin !== null) return isCoin ? coin() : currency();
  return `((${coin()}) OR (${currency()}))`;
}
