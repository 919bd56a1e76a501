/** Amounts as people type them: with the separators of their language, and grouped or not. */

/** An amount in plain digits, two amounts that the text may mean, or another text. */
export type TypedAmount =
  | { readonly kind: 'amount'; readonly digits: string }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'other'; readonly text: string };

const decimalSeparators = new Map<string, string>();

/** Returns the separator before the decimals in a locale: a point or a comma. */
function findDecimalSeparator(locale: string): string {
  const found =
    decimalSeparators.get(locale) ??
    new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ??
    '.';
  decimalSeparators.set(locale, found);
  return found;
}

/** Writes plain digits with the decimal separator of a locale. {@link readTypedAmount} reads the result back. */
export const formatTypedAmount = (digits: string, locale: string): string =>
  digits.replace('.', findDecimalSeparator(locale));

/** Writes the readings of an ambiguous text so that each can be typed in its place. */
export const formatInterpretations = (
  [first, second]: readonly [string, string],
  locale: string,
): { readonly first: string; readonly second: string } => ({
  first: formatTypedAmount(first, locale),
  second: formatTypedAmount(second, locale),
});

/** Groups of three digits, or Indian groups of two before the last three. */
const isGrouped = (groups: readonly string[]): boolean =>
  /^[1-9][0-9]{0,2}( [0-9]{3})+$/.test(groups.join(' ')) ||
  /^[1-9][0-9]?( [0-9]{2})+ [0-9]{3}$/.test(groups.join(' '));

/** Reads a text whose only separator is one point or comma. */
function readOneSeparator(
  [whole = '', rest = '']: readonly string[],
  isDecimalSeparator: boolean,
  canBeEither: boolean,
): TypedAmount {
  const decimal = `${whole}.${rest}`;
  if (isDecimalSeparator || !isGrouped([whole, rest])) return { kind: 'amount', digits: decimal };
  if (canBeEither) return { kind: 'ambiguous', readings: [whole + rest, decimal] };
  return { kind: 'amount', digits: whole + rest };
}

/**
 * Reads an amount with the separators of a locale: "49,90", "1.234,50", "1 234.50". A point or comma that may separate
 * groups or decimals, such as "1.234" in German, is ambiguous. `decimals` is the maximum of the currency, or null.
 * A text that has no such form is returned as it is, because the rules of the form say what is wrong.
 */
export function readTypedAmount(text: string, locale: string, decimals: number | null): TypedAmount {
  const typed = text.trim();
  const other: TypedAmount = { kind: 'other', text: typed };
  const plain = typed.replace(/[\s\u00a0\u202f]/g, ' ').replaceAll('’', "'");
  if (!/^[0-9]+(?:[.,' ][0-9]+)*$/.test(plain)) return other;
  const separators = plain.replace(/[0-9]/g, '');
  const [first = ''] = separators;
  const last = separators.at(-1) ?? '';
  if (separators === '') return { kind: 'amount', digits: plain };
  if (separators === '.' || separators === ',') {
    const isDecimalSeparator = separators === findDecimalSeparator(locale);
    const canHaveThreeDecimals = decimals === null || decimals >= 3;
    // A point is also the decimal separator of every file and copied amount.
    const canBeEither = separators === '.' || canHaveThreeDecimals;
    return readOneSeparator(plain.split(separators), isDecimalSeparator, canBeEither);
  }
  const isUniform = separators === first.repeat(separators.length);
  if (isUniform) {
    const groups = plain.split(first);
    return isGrouped(groups) ? { kind: 'amount', digits: groups.join('') } : other;
  }
  const groupSeparators = separators.slice(0, -1);
  const hasDecimals =
    (last === '.' || last === ',') && groupSeparators === first.repeat(groupSeparators.length);
  const [whole = '', rest = ''] = [
    plain.slice(0, plain.lastIndexOf(last)),
    plain.slice(plain.lastIndexOf(last) + 1),
  ];
  if (!hasDecimals || first === last || !isGrouped(whole.split(first))) return other;
  return { kind: 'amount', digits: `${whole.split(first).join('')}.${rest}` };
}
