import { storeCookie } from './browser-cookies.ts';

const yearSeconds = 31_536_000;

/** Stores a display preference in a cookie for a year. Browser only. */
export const storePreference = (name: string, value: string): void =>
  storeCookie(name, value, { seconds: yearSeconds, sameSite: 'lax' });
