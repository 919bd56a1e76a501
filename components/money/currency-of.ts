/** Which field of a record names the currency of an amount field of it; the first that fits. §2.3 to §2.9. */
const namedBy: readonly (readonly [amount: RegExp, currency: string])[] = [
  [/^callbackDisplayDepegLoss$/, ''],
  [/^refund(Amount|Fee)$/, 'refundDepositCurrency'],
  [/^refundDisplay/, 'refundDisplayCurrency'],
  [/settlement/i, 'settlementCurrency'],
  [/withdraw/i, 'withdrawCurrency'],
  [/display/i, 'displayCurrency'],
  [/deposit|^onChainFee$/i, 'depositCurrency'],
];

/**
 * The currency of an amount of a record, where the record tells it. Undefined where it does not, or where it is one of
 * the fields that are in doubt.
 */
export function findCurrency(
  field: string,
  record: object,
  inDoubt: readonly string[] = [],
): string | undefined {
  if (/uniform/i.test(field)) return 'EUR';
  const name = namedBy.find(([amount]) => amount.test(field))?.[1];
  if (name === undefined || name === '' || inDoubt.includes(name)) return undefined;
  const currency = new Map<string, unknown>(Object.entries(record)).get(name);
  return typeof currency === 'string' ? currency : undefined;
}
