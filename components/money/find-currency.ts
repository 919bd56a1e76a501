/** Maps amount fields to the field with their currency (§2.3 to §2.9). The first match counts. */
const currencyFields: readonly (readonly [amount: RegExp, currency: string])[] = [
  [/^callbackDisplayDepegLoss$/, ''],
  [/^refund(Amount|Fee)$/, 'refundDepositCurrency'],
  [/^refundDisplay/, 'refundDisplayCurrency'],
  [/settlement/i, 'settlementCurrency'],
  [/withdraw/i, 'withdrawCurrency'],
  [/display/i, 'displayCurrency'],
  [/deposit|^onChainFee$/i, 'depositCurrency'],
];

/**
 * Returns the currency of an amount field of a record. Undefined where the record has none, or where its field is one of
 * `inDoubt`, the fields in conflict.
 */
export function findCurrency(
  field: string,
  record: object,
  inDoubt: readonly string[] = [],
): string | undefined {
  if (/uniform/i.test(field)) return 'EUR';
  const name = currencyFields.find(([amount]) => amount.test(field))?.[1];
  if (name === undefined || name === '' || inDoubt.includes(name)) return undefined;
  const currency = new Map<string, unknown>(Object.entries(record)).get(name);
  return typeof currency === 'string' ? currency : undefined;
}
