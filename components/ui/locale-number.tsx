'use client';

import { useLocaleSettings } from './locale-context.ts';

/** A whole number, grouped for the person's locale. */
export function LocaleNumber({ value }: { value: number }) {
  return new Intl.NumberFormat(useLocaleSettings().locale).format(value);
}
