import { expect, test } from 'vitest';
import { setTimeZoneForm } from './schema.ts';

const businessId = '0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b';
const accepts = (timeZone: string) => setTimeZoneForm.safeParse({ businessId, timeZone }).success;

test.each(['UTC', 'Europe/Vienna', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  'accepts %s as a time zone',
  (zone) => {
    expect(accepts(zone)).toBe(true);
  },
);

test.each([
  '',
  'utc',
  'CET',
  '+02:00',
  'Europe/Nowhere',
  'Europe/Vienna; DROP TABLE business',
  'x'.repeat(100),
])('refuses %s as a time zone', (zone) => {
  expect(accepts(zone)).toBe(false);
});
