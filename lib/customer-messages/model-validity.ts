import type { Language } from '#lib/service/contract/enumerations.ts';

/** Returns the validity of a link in words, in a language. `0` minutes are 7 days (§2.2). Null when it never expires. */
export function formatValidity(minutes: string | undefined, language: Language): string | null {
  if (minutes === undefined || !/^[0-9]{1,15}$/.test(minutes)) return null;
  const count = Number(minutes);
  const unit = count === 0 ? 'day' : count % 60 === 0 ? 'hour' : 'minute';
  const value = { day: 7, hour: count / 60, minute: count }[unit];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
