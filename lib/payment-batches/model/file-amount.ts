import { readTypedAmount } from '#lib/values/typed-amount.ts';
import { isMonthName, isScientific, looksLikeDate } from './spreadsheet-text.ts';

/** The sign before the decimals of the amounts of a file. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** Why an amount of a file can't be read. */
type AmountProblem = 'scientific' | 'amountDate' | 'negative' | 'mark' | 'notation';

/** Plain digits, or the reason why there are none. `mark` is the text beside the number that it is about. */
export type FileAmount =
  | { readonly digits: string }
  | { readonly digits: null; readonly problem: AmountProblem; readonly mark: string };

/** A language that writes decimals with the sign. */
const language: Readonly<Record<DecimalSign, string>> = { '.': 'en', ',': 'de' };

/** Reads a number without a currency. A single sign that may separate groups or decimals is decided by `decimalSign`. */
function readNumber(text: string, decimalSign: DecimalSign): string | null {
  const typed = readTypedAmount(text, language[decimalSign], null);
  if (typed.kind === 'other') return null;
  // The decimal sign of the language is never ambiguous, so that this one separates groups.
  return typed.kind === 'ambiguous' ? typed.readings[0] : typed.digits;
}

type Parts = { readonly number: string; readonly marks: readonly string[] };

/** Divides a text into the number, from its first digit to its last, and the text around it. */
function splitMarks(text: string): Parts {
  const first = text.search(/[0-9]/);
  if (first < 0) return { number: '', marks: [] };
  let last = text.length - 1;
  while (!/[0-9]/.test(text[last] ?? '')) last -= 1;
  const marks = [text.slice(0, first).trim(), text.slice(last + 1).trim()].filter((mark) => mark !== '');
  return { number: text.slice(first, last + 1), marks };
}

/**
 * Currencies of the signs that people write, in upper case. A sign of several currencies stands for the one that
 * uses it alone most often, and is refused for the others. "kr" has no such currency.
 */
const currencyBySign: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['EURO', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['HK$', 'HKD'],
  ['MX$', 'MXN'],
  ['NZ$', 'NZD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['¥', 'JPY'],
  ['CN¥', 'CNY'],
  ['₩', 'KRW'],
  ['₹', 'INR'],
  ['₪', 'ILS'],
  ['₺', 'TRY'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['ZŁ', 'PLN'],
  ['KČ', 'CZK'],
  ['FT', 'HUF'],
  ['ЛВ', 'BGN'],
  ['ЛВ.', 'BGN'],
  ['FR.', 'CHF'],
  ['SFR.', 'CHF'],
  ['₿', 'BTC'],
]);

function isCurrencyMark(mark: string, currency: string): boolean {
  const sign = mark.toUpperCase();
  return sign === currency || currencyBySign.get(sign) === currency;
}

const refuse = (problem: AmountProblem, mark = ''): FileAmount => ({ digits: null, problem, mark });

/**
 * Reads an amount as spreadsheets write it: grouped, with the decimal sign of the file, and with the sign or code of the
 * row's currency beside it.
 */
export function readFileAmount(text: string, decimalSign: DecimalSign, currency: string): FileAmount {
  const trimmed = text.trim();
  const { number, marks } = splitMarks(trimmed);
  if (isScientific(number)) return refuse('scientific');
  const digits = readNumber(number, decimalSign);
  const unknown = marks.find((mark) => !isCurrencyMark(mark, currency));
  if (unknown === undefined && digits !== null) return { digits };
  if (/^[-−–(]/.test(trimmed)) return refuse('negative');
  if (marks.some(isMonthName) || (digits === null && looksLikeDate(number))) return refuse('amountDate');
  return unknown === undefined || digits === null ? refuse('notation') : refuse('mark', unknown);
}

/** Returns the decimal sign that an amount shows, `either` if it may have both, or null if it shows none. */
function findDecimalSign(text: string): DecimalSign | 'either' | null {
  const { number } = splitMarks(text);
  const last = number.replace(/[^.,]/g, '').at(-1);
  const asPoint = readNumber(number, '.');
  if (last === undefined || asPoint === null) return null;
  if (asPoint !== readNumber(number, ',')) return 'either';
  const isPointDecimal = asPoint.includes('.') === (last === '.');
  return isPointDecimal ? '.' : ',';
}

/** Returns both readings of an amount that a person typed, each so that it can be typed in its place, or null. */
export function findReadings(text: string): { readonly whole: string; readonly decimal: string } | null {
  if (findDecimalSign(text) !== 'either') return null;
  const { number } = splitMarks(text);
  const [whole, decimal] = [number.replace(/[.,]/, ''), number.replace(/[.,]/, '.')];
  return { whole, decimal: `${decimal}0` };
}

/** Collects what the amounts of a file show about their decimal sign. */
export function createDecimalSignDetector(): {
  readonly add: (text: string) => void;
  /** Returns the sign that all amounts agree on, or null if they contradict each other or leave it open. */
  readonly decide: () => DecimalSign | null;
} {
  const shown = new Set<DecimalSign | 'either'>();
  return {
    add: (text) => {
      const sign = findDecimalSign(text);
      if (sign !== null) shown.add(sign);
    },
    decide: () => {
      if (shown.has('.') && shown.has(',')) return null;
      if (shown.has(',')) return ',';
      // Without any sign, both readings are the same.
      return shown.has('.') || shown.size === 0 ? '.' : null;
    },
  };
}
