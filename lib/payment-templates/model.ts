/** Fields of the create form that a template has values for. Each payment has its own client payment ID. */
export const templateFieldNames = [
  'priceIn',
  'amount',
  'displayCurrency',
  'depositCurrency',
  'network',
  'type',
  'rateType',
  'expires',
  'expiresMinutes',
  'locale',
  'redirectUrl',
  'redirectMode',
] as const;
export type TemplateField = (typeof templateFieldNames)[number];

/** Values of the create form, as text. An empty amount is entered for each payment. */
export type TemplateFields = Readonly<Record<TemplateField, string>>;

/** A pattern as an example, and the placeholders that it may have. */
export const examplePattern = 'INV-{year}-{seq:5}';
export const patternPlaceholders = '{seq:5}, {year}, {month}, {day}, {date}';

const placeholder = /\{([^{}]*)\}/g;
const sequencePlaceholder = /^seq(?::([1-9]|1[0-2]))?$/;
const dayPlaceholders = ['year', 'month', 'day', 'date'];

/** Returns why a pattern can't make client payment IDs, or null when it can. */
export function findPatternProblem(pattern: string): 'braces' | 'placeholder' | 'sequence' | null {
  const names = [...pattern.matchAll(placeholder)].map(([, name = '']) => name);
  if (/[{}]/.test(pattern.replaceAll(placeholder, ''))) return 'braces';
  if (names.some((name) => !sequencePlaceholder.test(name) && !dayPlaceholders.includes(name)))
    return 'placeholder';
  // Without a number, two payments of a day would have the same ID.
  return names.filter((name) => sequencePlaceholder.test(name)).length === 1 ? null : 'sequence';
}

/**
 * Returns the client payment ID of a valid pattern: `INV-{year}-{seq:5}` becomes `INV-2026-00042`. `day` is an ISO date
 * in the time zone of the business. A number with more digits than the pattern is written whole.
 */
export function renderPattern(pattern: string, day: string, number: bigint): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return pattern.replaceAll(placeholder, (whole, name: string) => {
    const sequence = sequencePlaceholder.exec(name);
    if (sequence !== null) return String(number).padStart(Number(sequence[1] ?? '1'), '0');
    if (name === 'year') return year;
    if (name === 'month') return month;
    if (name === 'day') return date;
    return name === 'date' ? `${year}${month}${date}` : whole;
  });
}
