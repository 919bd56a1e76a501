import { parseAmount } from '#lib/values/amount.ts';
import type { BatchField, RowValues } from './fields.ts';
import type { DecimalSign } from './file-amount.ts';
import { readFileAmount } from './file-amount.ts';

/** Returns the first amount of the sample that is sent as other digits than the file has, or null. */
export function findSampleAmount(
  {
    source,
    mapping,
    defaults,
    sample,
  }: {
    readonly source: string;
    readonly mapping: readonly (BatchField | '')[];
    readonly defaults: RowValues;
    readonly sample: readonly (readonly string[])[];
  },
  decimalSign: DecimalSign,
): { readonly text: string; readonly digits: string } | null {
  for (const cells of sample) {
    const text = cells[mapping.indexOf('amount')] ?? '';
    // A workbook’s numbers are plain digits already.
    if (source === 'xlsx' && parseAmount(text) !== null) continue;
    const currency = cells[mapping.indexOf('currency')] ?? '';
    const row = (currency === '' ? (defaults.currency ?? '') : currency).trim().toUpperCase();
    const { digits } = readFileAmount(text, decimalSign, row);
    if (digits !== null && digits !== text) return { text, digits };
  }
  return null;
}
