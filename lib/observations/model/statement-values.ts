import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseSignedAmount, trimAmount } from '#lib/values/amount.ts';
import type { FieldTable } from './fields.ts';
import { depositFields, paymentFields, withdrawalFields } from './fields.ts';
import type { Value, Values } from './registers.ts';

/** The names of all fields that hold an amount, in any record; refunds have theirs without the prefix. */
const amounts: ReadonlySet<string> = new Set([
  ...amountsIn(paymentFields),
  ...amountsIn(depositFields),
  ...amountsIn(withdrawalFields),
  'amount',
  'fee',
  'displayFee',
]);

function amountsIn(table: FieldTable): string[] {
  return Object.keys(table).filter((field) => table[field] === 'amount');
}

/**
 * The values that a received record states: null says nothing, as absence does. Two spellings of one amount
 * (`1.50` and `1.5`) are one value.
 */
export function statedValues(record: Readonly<Record<string, unknown>>): Values {
  const values: Record<string, Value> = {};
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string') values[field] = amounts.has(field) ? oneSpelling(value) : value;
    else if (typeof value === 'number' || typeof value === 'boolean') values[field] = value;
  }
  return values;
}

function oneSpelling(text: string): Amount | SignedAmount | string {
  const amount = parseSignedAmount(text);
  return amount === null ? text : trimAmount(amount);
}
