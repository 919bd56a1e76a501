import { languages } from '#lib/service/contract/enumerations.ts';

/** Texts that a spreadsheet writes in place of what a person typed. */

/** A number that a spreadsheet shortened, such as `1.2E+10`. */
export const isScientific = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text);

/** A date, such as `3/4/2026`, `12-May` or `May-26`. */
export const looksLikeDate = (text: string): boolean =>
  /^(\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}[-. ][A-Za-z]{3,9}([-. ]\d{2,4})?|[A-Za-z]{3}-\d{2})$/.test(text);

const cleanName = (name: string): string => name.toLowerCase().replace(/[\s.-]/g, '');

function listMonthNames(): ReadonlySet<string> {
  const months = Array.from({ length: 12 }, (_month, at) => Date.UTC(2026, at, 15));
  const names = languages.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return months.map((time) => cleanName(format.format(time)));
    }),
  );
  // Excel in German.
  return new Set([...names, 'mrz']);
}

let monthNames: ReadonlySet<string> | null = null;

/** Returns whether a text is the name of a month in a language of the checkout, as in `12. Mai`. */
export function isMonthName(text: string): boolean {
  monthNames ??= listMonthNames();
  return monthNames.has(cleanName(text));
}
