import { expect, test } from 'vitest';
import { addressMatch, clockSkew, clockWords } from './model-address.ts';

const ours = ['https://a.example/new', 'https://a.example/old'];

test.each([
  ['https://a.example/new', 'same'],
  [' https://a.example/new ', 'same'],
  ['https://a.example/old', 'older-key'],
  ['https://b.example/new', 'elsewhere'],
  ['', 'missing'],
  [null, 'missing'],
  [undefined, 'missing'],
] as const)('the record says %j: %s', (recorded, match) => {
  expect(addressMatch(recorded, ours)).toBe(match);
});

test('clocks are compared at the middle of the call, and only where a time was told', () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const header = new Date(at).toUTCString();
  expect(clockSkew(header, at + 400, at + 600)).toBe(0);
  expect(clockSkew(header, at - 60_000, at - 60_000)).toBe(60_500);
  expect(clockSkew(null, at, at)).toBeNull();
  expect(clockSkew('yesterday', at, at)).toBeNull();
});

test.each([
  [null, 'attention', 'told no time'],
  [4_000, 'good', 'within 4 s'],
  [-30_000, 'attention', '30 s ahead of'],
  [120_000, 'bad', '120 s behind'],
] as const)('a difference of %s ms', (skew, state, words) => {
  const told = clockWords(skew);
  expect(told.state).toBe(state);
  expect(told.said).toContain(words);
});
