import { expect, test } from 'vitest';
import { describeClockSkew, matchAddress, measureClockSkew } from './check-results.ts';

const ours = ['https://a.example/new', 'https://a.example/old'];

test.each([
  ['https://a.example/new', 'same'],
  [' https://a.example/new ', 'same'],
  ['https://a.example/old', 'older-key'],
  ['https://b.example/new', 'elsewhere'],
  ['', 'missing'],
  [null, 'missing'],
  [undefined, 'missing'],
] as const)('matches the recorded address %j as %s', (recorded, match) => {
  expect(matchAddress(recorded, ours)).toBe(match);
});

test('compares clocks at the middle of the call, and only when a time was reported', () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const header = new Date(at).toUTCString();
  expect(measureClockSkew(header, at + 400, at + 600)).toBe(0);
  expect(measureClockSkew(header, at - 60_000, at - 60_000)).toBe(60_500);
  expect(measureClockSkew(null, at, at)).toBeNull();
  expect(measureClockSkew('yesterday', at, at)).toBeNull();
});

test.each([
  [null, 'attention', 'reported no time'],
  [4_000, 'good', 'at most 4 s'],
  [-30_000, 'attention', '30 s ahead of'],
  [120_000, 'bad', '120 s behind'],
] as const)('describes a difference of %s ms', (skew, state, text) => {
  const check = describeClockSkew(skew);
  expect(check.state).toBe(state);
  expect(check.message).toContain(text);
});
