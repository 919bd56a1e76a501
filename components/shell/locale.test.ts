import { expect, test } from 'vitest';
import { firstLanguage, parseLocale, parseTheme, parseZone } from './locale.ts';

test.each([
  ['de-AT', 'de-AT'],
  ['en', 'en'],
  ['de_AT', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['x'.repeat(400), 'en'],
  ['"><script>', 'en'],
])('the locale %j parses as %s', (text, locale) => {
  expect(parseLocale(text)).toBe(locale);
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['../../etc', 'UTC'],
  [undefined, 'UTC'],
])('the zone %j parses as %s', (text, zone) => {
  expect(parseZone(text)).toBe(zone);
});

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['blue', 'system'],
  [undefined, 'system'],
])('the theme %j parses as %s', (text, theme) => {
  expect(parseTheme(text)).toBe(theme);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['fr;q=0.5', 'fr'],
  [null, undefined],
])('the header %j prefers %s', (header, language) => {
  expect(firstLanguage(header)).toBe(language);
});
