'use client';

import { useLocaleSettings } from './locale-context.ts';

/** A whole number, or a share of 1 as a percentage, in the person's locale. */
export function LocaleNumber({ value, style }: { value: number; style?: 'percent' }) {
  return new Intl.NumberFormat(useLocaleSettings().locale, { style, maximumFractionDigits: 1 }).format(value);
}
