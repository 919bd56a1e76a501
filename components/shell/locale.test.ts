import { expect, test } from 'vitest';
import { formatShortTime } from '#components/ui/format-time.ts';
import { parseFirstLanguage, parseLocale, parseTheme, parseZone, toLocaleTag } from './locale.ts';

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
  expect(parseFirstLanguage(header)).toBe(language);
});

test('formats times as the person chose, else as the browser does', () => {
  const time = (choice: Parameters<typeof toLocaleTag>[0]) =>
    formatShortTime(Date.UTC(2026, 10, 20, 18, 2) / 1000, toLocaleTag(choice, 'en-GB'), 'UTC').replace(
      /\s/g,
      ' ',
    );
  expect(time({ locale: null, hourCycle: null })).toBe('20 Nov 2026, 18:02');
  expect(time({ locale: null, hourCycle: 'h12' })).toBe('20 Nov 2026, 06:02 pm');
  expect(time({ locale: 'en-US', hourCycle: null })).toBe('Nov 20, 2026, 06:02 PM');
  expect(time({ locale: 'en-US', hourCycle: 'h23' })).toBe('Nov 20, 2026, 18:02');
  expect(time({ locale: 'de-AT', hourCycle: 'h23' })).toBe('20. Nov. 2026, 18:02');
});
