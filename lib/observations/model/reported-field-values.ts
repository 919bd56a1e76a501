import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseSignedAmount, trimAmount } from '#lib/values/amount.ts';
import { depositRegisters, paymentRegisters, withdrawalRegisters } from './fields.ts';
import type { FieldValue, FieldValues } from './registers.ts';

const toReceivedName = (field: string): string =>
  field.replace(/^refund([A-Z])/, (_, letter: string) => letter.toLowerCase());

/** The names of all amount fields of any record. A refund is received without the prefix of its fields. */
const amountFields: ReadonlySet<string> = new Set(
  [paymentRegisters, depositRegisters, withdrawalRegisters].flatMap((table) =>
    Object.entries(table).flatMap(([field, { kind }]) =>
      kind === 'amount' || kind === 'signed' ? [field, toReceivedName(field)] : [],
    ),
  ),
);

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
