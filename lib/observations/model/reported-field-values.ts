import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseSignedAmount, trimAmount } from '#lib/values/amount.ts';
import type { FieldTable } from './fields.ts';
import { depositFields, paymentFields, withdrawalFields } from './fields.ts';
import type { FieldValue, FieldValues } from './registers.ts';

/** The names of all amount fields of any record. Refund fields have no prefix here. */
const amountFields: ReadonlySet<string> = new Set([
  ...listAmountFields(paymentFields),
  ...listAmountFields(depositFields),
  ...listAmountFields(withdrawalFields),
  'amount',
  'fee',
  'displayFee',
]);

function listAmountFields(table: FieldTable): string[] {
  return Object.keys(table).filter((field) => table[field] === 'amount');
}

/**
 * Returns the values that a received record states. Null and absent fields state nothing. Two spellings of one amount
 * (`1.50` and `1.5`) are the same value.
 */
export function listReportedFieldValues(record: Readonly<Record<string, unknown>>): FieldValues {
  const values: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string') values[field] = amountFields.has(field) ? normalizeAmount(value) : value;
    else if (typeof value === 'number' || typeof value === 'boolean') values[field] = value;
  }
  return values;
}

function normalizeAmount(text: string): Amount | SignedAmount | string {
  const amount = parseSignedAmount(text);
  return amount === null ? text : trimAmount(amount);
}
