/** Cookies with the browser's locale and time zone. */
export const localeCookie = 'ch-locale';
export const zoneCookie = 'ch-zone';
/** `own` while a person sees times in their own zone instead of the business's. */
export const timesCookie = 'ch-times';
/** The chosen theme. Absent for the system's theme. */
export const themeCookie = 'ch-theme';
/** `narrow` while the sidebar shows icons only. */
export const sidebarCookie = 'ch-sidebar';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme of a cookie, or the system's. */
export const parseTheme = (text: string | undefined): Theme =>
  themes.find((theme) => theme === text) ?? 'system';

/** Returns a locale that `Intl` supports, or English. */
export function parseLocale(text: string | undefined): string {
  if (!text || text.length > 35) return 'en';
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Returns an IANA time zone that `Intl` supports, or UTC. */
export function parseZone(text: string | undefined): string {
  if (!text || text.length > 64) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Returns the first language of an Accept-Language header: `de-AT` of `de-AT,de;q=0.9`. */
export const parseFirstLanguage = (header: string | null): string | undefined =>
  header?.split(',')[0]?.split(';')[0]?.trim();

/**
 * Returns the tag with which `Intl` formats numbers and times for a person, such as `de-AT-u-hc-h23`. Unset parts are
 * those of the browser's locale.
 */
export function toLocaleTag(
  { locale, hourCycle }: { readonly locale: string | null; readonly hourCycle: 'h12' | 'h23' | null },
  browserLocale: string,
): string {
  const tag = locale ?? browserLocale;
  return hourCycle === null ? tag : new Intl.Locale(tag, { hourCycle }).toString();
}
