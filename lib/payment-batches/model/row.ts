import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { maximumClientIdLength } from '#lib/values/assumptions/limits.ts';
import { fiatFractionDigits, isCryptoCurrency, isFiatCurrency } from '#lib/values/currencies.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import type { RowIssue } from '../schema.ts';
import type { BatchField, CellProblem, RowValues } from './fields.ts';
import { batchFields } from './fields.ts';
import type { DecimalSign } from './file-amount.ts';
import { readFileAmount } from './file-amount.ts';
import type { FindMinimumWarning } from './minimum-warning.ts';
import { isScientific, looksLikeDate } from './spreadsheet-text.ts';

/** A cell of the file. `problem` is a property of a workbook’s cell that the text doesn’t show. */
export type TableCell = {
  readonly text: string;
  readonly problem?: CellProblem;
  /** The text is the plain digits of a number that the workbook stores, not a text that a person wrote. */
  readonly isNumber?: true;
};

/** The apostrophe with which exports keep a spreadsheet from reading a value as a formula. */
const formulaEscape = /^'(?=\s*[=+\-@＝＋－＠])/;

const codes: ReadonlySet<BatchField> = new Set(['currency', 'network', 'type', 'rateType', 'redirectMode']);

/** Codes may be in lower case and with spaces, as in "one time". */
const normalize = (field: BatchField, text: string): string => {
  // This also removes the no-break spaces that spreadsheets write. A regular expression needs quadratic time here.
  const cleaned = text.trim();
  return codes.has(field) ? cleaned.toUpperCase().replace(/[\s-]+/g, '_') : cleaned;
};

/** Returns the values of a row: those of its columns, and the defaults where it has none. */
export function toRowValues(
  cells: readonly TableCell[],
  mapping: readonly (BatchField | '')[],
  defaults: RowValues,
): RowValues {
  const values: Partial<Record<BatchField, string>> = {};
  for (const [at, field] of mapping.entries())
    if (field !== '') values[field] = normalize(field, (cells[at]?.text ?? '').replace(formulaEscape, ''));
  for (const field of batchFields)
    if ((values[field] ?? '') === '') values[field] = normalize(field, defaults[field] ?? '');
  return values;
}

/** Replaces the amount of a row by its plain digits, with the decimal sign of the file. A text that has none stays. */
export function normalizeAmount(values: RowValues, decimalSign: DecimalSign): RowValues {
  const { amount = '', currency = '' } = values;
  const { digits } = readFileAmount(amount, decimalSign, currency);
  return digits === null ? values : { ...values, amount: digits };
}

/** Replaces an amount that is no plain digits, such as one with a currency that a correction changes. */
export const readTypedValues = (values: RowValues, decimalSign: DecimalSign): RowValues =>
  parseAmount(values.amount ?? '') === null ? normalizeAmount(values, decimalSign) : values;

/** Normalizes values that a person typed. */
export const cleanValues = (values: RowValues): RowValues =>
  Object.fromEntries(batchFields.map((field) => [field, normalize(field, values[field] ?? '')]));

/** Converts a row to the input of the create form. */
export function toFormInput(businessId: string, values: RowValues): Readonly<Record<string, string>> {
  const { currency = '', type = '', rateType = '', expirationMinutes = '', redirectMode = '' } = values;
  const isCrypto = isCryptoCurrency(currency);
  return {
    businessId,
    clientPaymentId: values.clientPaymentId ?? '',
    priceIn: isCrypto ? 'crypto' : 'fiat',
    amount: values.amount ?? '',
    displayCurrency: isCrypto ? '' : currency,
    depositCurrency: isCrypto ? currency : '',
    network: isCrypto ? (values.network ?? '') : '',
    type,
    // Reusable payments are always floating.
    rateType: type === 'REUSABLE' ? 'FLOATING' : rateType,
    expires: 'custom',
    expiresMinutes: expirationMinutes,
    locale: values.locale ?? '',
    redirectUrl: values.redirectUrl ?? '',
    redirectMode: redirectMode === '' ? 'PARENT' : redirectMode,
  };
}

/** The field of a row for each field of the form. */
const rowField: Readonly<Record<string, BatchField>> = {
  displayCurrency: 'currency',
  depositCurrency: 'currency',
  priceIn: 'currency',
  expires: 'expirationMinutes',
  expiresMinutes: 'expirationMinutes',
};

const toRowField = (field: string): BatchField =>
  batchFields.find((one) => one === field) ?? rowField[field] ?? 'clientPaymentId';

/** Text files have the formula itself. */
const looksLikeFormula = /^[=@＝＠]/;
const spreadsheetError = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/i;
/** For IDs within the length limit: its time grows with the square of the length. */
const looksRounded = /^\d{11,}0{4,}$/;

/** Fraction digits that the network of a coin has. USDC and USDT have 18 on BSC. */
const coinFractionDigits: Readonly<Record<string, number>> = {
  BCH: 8,
  BNB: 18,
  BTC: 8,
  ETH: 18,
  LINK: 18,
  LTC: 8,
  SOL: 9,
  TRX: 6,
  USDC: 6,
  USDT: 6,
  XLM: 7,
  XRP: 6,
};

function findFractionDigits(currency: string, network: string): number | null {
  if (isFiatCurrency(currency)) return fiatFractionDigits(currency);
  return network === 'BSC' ? 18 : (coinFractionDigits[currency] ?? null);
}

function* findAmountWarnings(
  { currency = '', network = '' }: RowValues,
  amount: Amount,
  findMinimumWarning: FindMinimumWarning,
): Generator<string> {
  const allowed = findFractionDigits(currency, network);
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '');
  if (allowed !== null && fraction.length > allowed)
    yield tBatchProblems('value.decimals', { currency, count: allowed });
  const warning = findMinimumWarning({ amount, currency, network });
  if (warning !== null) yield warning;
}

const isPlainNumber = (text: string): boolean => /^-?[0-9]+(?:\.[0-9]+)?$/.test(text);

/** Returns why an amount can’t be read as digits, or null. The form says what is wrong with the digits themselves. */
function findAmountProblem(
  { amount = '', currency = '' }: RowValues,
  decimalSign: DecimalSign,
): string | null {
  if (amount === '' || isPlainNumber(amount)) return null;
  const read = readFileAmount(amount, decimalSign, currency);
  if (read.digits !== null) return null;
  return read.problem === 'mark'
    ? tBatchProblems('value.mark', { mark: read.mark })
    : tBatchProblems(`value.${read.problem}`);
}

/** A row with its problems. */
type CheckedValues = {
  readonly issues: readonly RowIssue[];
  readonly amount: Amount | null;
};

/**
 * Lists the problems of a row. `formErrors` are those of the create form, so that the check refuses exactly what the
 * form refuses. Its amount is null where it is not digits.
 */
export function checkValues(
  values: RowValues,
  formErrors: FieldErrors | null,
  context: {
    readonly findMinimumWarning: FindMinimumWarning;
    readonly cellProblems: ReadonlyMap<BatchField, CellProblem>;
    readonly decimalSign: DecimalSign;
  },
): CheckedValues {
  const issues: RowIssue[] = [];
  const add = (field: BatchField, level: RowIssue['level'], message: string, problem?: CellProblem) => {
    if (!issues.some((issue) => issue.field === field && issue.message === message))
      issues.push({ field, level, message, ...(problem && { problem }) });
  };
  const { clientPaymentId: id = '', amount: digits = '', currency = '' } = values;
  for (const [field, problem] of context.cellProblems)
    add(field, 'error', tBatchProblems(`cell.${problem}`), problem);
  for (const field of batchFields)
    if (spreadsheetError.test(values[field] ?? '')) add(field, 'error', tBatchProblems('cell.error'));
  if (isScientific(id)) add('clientPaymentId', 'error', tBatchProblems('value.scientific'));
  if (currency !== '' && !isFiatCurrency(currency) && !isCryptoCurrency(currency))
    add('currency', 'error', tBatchProblems('value.currency', { currency }));
  const hasError = (field: BatchField) =>
    issues.some((issue) => issue.field === field && issue.level === 'error');
  const unread = findAmountProblem(values, context.decimalSign);
  if (unread !== null && !hasError('amount')) add('amount', 'error', unread);
  for (const [name, messages] of Object.entries(formErrors ?? {})) {
    const field = toRowField(name);
    // The reason that we found says more than that of the form.
    if (!hasError(field)) for (const message of messages) add(field, 'error', message);
  }
  // A longer ID is an error already.
  if (id.length <= maximumClientIdLength) {
    if (looksLikeFormula.test(id)) add('clientPaymentId', 'warning', tBatchProblems('value.formulaLike'));
    if (looksLikeDate(id)) add('clientPaymentId', 'warning', tBatchProblems('value.dateLike'));
    if (looksRounded.test(id)) add('clientPaymentId', 'warning', tBatchProblems('value.rounded'));
  }
  const amount = parseAmount(digits);
  if (amount !== null && !hasError('amount'))
    for (const message of findAmountWarnings(values, amount, context.findMinimumWarning))
      add('amount', 'warning', message);
  return { issues, amount };
}

/** Returns the problems of cells whose values stay in a correction. A new value has none. */
export const findRemainingCellProblems = (
  before: { readonly values: RowValues; readonly issues: readonly RowIssue[] },
  values: RowValues,
): ReadonlyMap<BatchField, CellProblem> =>
  new Map(
    before.issues.flatMap(({ field, problem }) =>
      problem !== undefined && (values[field] ?? '') === (before.values[field] ?? '')
        ? [[field, problem] as const]
        : [],
    ),
  );
