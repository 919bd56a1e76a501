/** Cookies in which the browser tells the server how the person reads numbers and times. */
export const localeCookie = 'ch-locale';
export const zoneCookie = 'ch-zone';
/** The chosen theme; none while the system's is followed. */
export const themeCookie = 'ch-theme';
/** `narrow` while the sidebar shows icons only. */
export const sidebarCookie = 'ch-sidebar';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme a cookie names; the system's for anything else. */
export const parseTheme = (text: string | undefined): Theme =>
  themes.find((theme) => theme === text) ?? 'system';

/** A locale that `Intl` takes, from what the browser or the header says; English for anything else. */
export function parseLocale(text: string | undefined): string {
  if (!text || text.length > 35) return 'en';
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** An IANA time zone that `Intl` knows; UTC for anything else. */
export function parseZone(text: string | undefined): string {
  if (!text || text.length > 64) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The first language of an Accept-Language header: `de-AT,de;q=0.9` is `de-AT`. */
export const firstLanguage = (header: string | null): string | undefined =>
  header?.split(',')[0]?.split(';')[0]?.trim();
