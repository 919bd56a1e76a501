import 'server-only';
import type { BatchField } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import { createDecimalSignDetector } from './model/file-amount.ts';
import type { Table } from './table/read-table.ts';

/**
 * Reads all rows of a file and returns the decimal sign that its amounts show, or null if a person has to decide.
 * Numbers of a workbook show nothing, because it stores no sign with them.
 */
export async function findDecimalSign(
  rows: Table['rows'],
  mapping: readonly (BatchField | '')[],
): Promise<DecimalSign | null> {
  const column = mapping.indexOf('amount');
  const detector = createDecimalSignDetector();
  for await (const { cells } of rows) {
    const cell = cells[column];
    if (cell !== undefined && cell.isNumber !== true && cell.problem === undefined) detector.add(cell.text);
  }
  return detector.decide();
}
