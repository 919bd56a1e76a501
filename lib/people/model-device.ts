import { tPeople } from '#lib/messages/people.ts';

/** A browser as far as its user agent names it. Both words come from the tables below, never from the browser. */
type Browser = { readonly name: string | null; readonly system: string | null };

/** The first match counts: most browsers also name the ones that they imitate. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, tPeople('device.samsung')],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (table: typeof browsers, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns the names of the browser and its system. Null for what the user agent doesn't name. */
export function parseUserAgent(userAgent: string | null): Browser {
  const text = userAgent ?? '';
  return { name: findName(browsers, text), system: findName(systems, text) };
}
