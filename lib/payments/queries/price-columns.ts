import 'server-only';

/**
 * Selects the currency of the price and the requested and received amounts, as `model.ts` calculates them. The currency
 * of the received amount is null when another coin than the chosen one was deposited (§2.3).
 */

/** The received amount is in the requested coin. */
export const isRequestedCurrencySql = (payment: string): string => `${payment}.currency_mismatch IS NOT TRUE`;

const inCoin = (payment: string): string =>
  `(${payment}.display_currency IS NULL OR (${payment}.expected_display_amount IS NULL AND ${payment}.expected_deposit_amount IS NOT NULL))`;

/**
 * Selects the last reported amount. A zero that is older than a confirmed deposit, such as in every create answer (§4.1),
 * counts as not reported.
 */
const lastReported = (payment: string, column: string): string =>
  `CASE WHEN ${payment}.confirmed_deposit_count > 0 THEN nullif(${payment}.${column}, 0) ELSE ${payment}.${column} END`;

/** Selects the EUR amount received, or else the expected one. */
export const valueInEurSql = 'coalesce(nullif(actual_uniform_amount, 0), expected_uniform_amount)';

/** Columns by name, of the table or alias `payment`. */
export function priceColumns(payment: string) {
  const either = (coin: string, currency: string) =>
    `CASE WHEN ${inCoin(payment)} THEN ${coin} ELSE ${currency} END`;
  const of = (column: string) => `${payment}.${column}`;
  const currency = either(of('deposit_currency'), of('display_currency'));
  const requested = either(
    `CASE WHEN ${of('deposit_currency')} IS NOT NULL THEN ${of('expected_deposit_amount')} END`,
    of('expected_display_amount'),
  );
  const received = either(
    `CASE WHEN ${of('deposit_currency')} IS NOT NULL OR ${of('currency_mismatch')} THEN ${lastReported(payment, 'actual_deposit_amount')} END`,
    lastReported(payment, 'actual_display_amount'),
  );
  const receivedInEur = lastReported(payment, 'actual_uniform_amount');
  const receivedCurrency = either(
    `CASE WHEN ${isRequestedCurrencySql(payment)} THEN ${of('deposit_currency')} END`,
    of('display_currency'),
  );
  const whereComparable = (value: string) =>
    `CASE WHEN ${of('coverage')} IS NOT NULL AND ${of('confirmed_deposit_count')} > 0 AND ${currency} = ${receivedCurrency} THEN ${value} END`;
  const inEur = `${receivedInEur} - ${of('expected_uniform_amount')}`;
  return {
    currency,
    requested,
    received,
    receivedInEur,
    /** Null when the coin is unknown. */
    receivedCurrency,
    /** Received minus requested, as `calculateDifference` returns it. A reusable payment has no coverage. */
    difference: whereComparable(`${received} - ${requested}`),
    /**
     * The difference in EUR, as the recorded EUR amounts have it. Null where they contradict the difference, because
     * exchange rates changed in between.
     */
    differenceInEur: whereComparable(
      `CASE WHEN ${currency} = 'EUR' OR ${of('coverage')} = 'exact' THEN ${received} - ${requested} WHEN (${inEur} < 0) = (${of('coverage')} = 'under') THEN ${inEur} END`,
    ),
  };
}
