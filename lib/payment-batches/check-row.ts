import 'server-only';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { buildPaymentRequest, writeRequest } from '#lib/payments/create/model/request.ts';
import { checkCreateForm } from '#lib/payments/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { BatchField, CellProblem, RowValues } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import type { FindMinimumWarning } from './model/minimum-warning.ts';
import type { TableCell } from './model/row.ts';
import { checkValues, normalizeAmount, toFormInput, toRowValues } from './model/row.ts';
import type { NewRow } from './row-store.ts';

/** A row before it is compared with others. */
type CheckedRow = Omit<NewRow, 'duplicateOf' | 'corrections'>;

/** The business’s record and the comparison with the minimums as last read, with which rows are compared. */
type Terms = {
  readonly businessId: BusinessId;
  readonly accepted: AcceptedTerms;
  readonly findMinimumWarning: FindMinimumWarning;
  /** The decimal sign of the amounts of the file. */
  readonly decimalSign: DecimalSign;
};

/** Checks the values of a row as the create form does, and for problems of files. */
export function checkRowValues(
  number: number,
  values: RowValues,
  { businessId, accepted, findMinimumWarning, decimalSign }: Terms,
  cellProblems: ReadonlyMap<BatchField, CellProblem>,
): CheckedRow {
  const { form, errors } = checkCreateForm(toFormInput(businessId, values), accepted);
  const checked = checkValues(values, errors, { findMinimumWarning, cellProblems, decimalSign });
  const hasErrors = form === null || checked.issues.some(({ level }) => level === 'error');
  return {
    number,
    values,
    ...checked,
    requestBody: hasErrors ? null : writeRequest(buildPaymentRequest(form)),
  };
}

/** Checks a row of the file, with the values that people entered in place of its own. */
export function checkTableRow(
  { number, cells }: { readonly number: number; readonly cells: readonly TableCell[] },
  choice: { readonly mapping: readonly (BatchField | '')[]; readonly defaults: RowValues },
  terms: Terms,
  corrections: RowValues = {},
): CheckedRow {
  const stored = cells.map((cell) => ({ ...cell, text: storableText(cell.text) }));
  const problems = new Map<BatchField, CellProblem>();
  for (const [at, field] of choice.mapping.entries()) {
    const problem = cells[at]?.problem;
    if (field !== '' && problem !== undefined && corrections[field] === undefined)
      problems.set(field, problem);
  }
  const values = { ...toRowValues(stored, choice.mapping, choice.defaults), ...corrections };
  // Numbers of a workbook and typed amounts are plain digits already.
  const isText =
    corrections.amount === undefined && cells[choice.mapping.indexOf('amount')]?.isNumber !== true;
  const read = isText ? normalizeAmount(values, terms.decimalSign) : values;
  return checkRowValues(number, read, terms, problems);
}
