import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZonedTime } from './zoned-time.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['UTC', '2026-11-20T22:30:00Z', '2026-11-20T22:30:00+00:00'],
  ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21T00:30:00+01:00'],
  // The offset distinguishes the repeated hour.
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
  ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20T23:59:59+05:30'],
  ['America/St_Johns', '2026-01-01T03:00:00Z', '2025-12-31T23:30:00-03:30'],
  ['Pacific/Apia', '2026-06-30T12:00:00Z', '2026-07-01T01:00:00+13:00'],
  // The last second of a record that never ends.
  ['Europe/Berlin', '9999-12-31T23:59:59Z', '+010000-01-01T00:59:59+01:00'],
])('formats for %s at %s: %s', (zone, moment, expected) => {
  expect(createZonedTime(zone)(at(moment))).toBe(expected);
});

test('the text parses to the same moment', () => {
  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: at('2037-12-31T00:00:00Z') / 1000 }), (zone, seconds) => {
      expect(at(createZonedTime(zone)(seconds * 1000))).toBe(seconds * 1000);
    }),
    { numRuns: 2_000 },
  );
});
