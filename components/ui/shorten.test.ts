import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test.each([
  ['0x9f2c41d0b7a5e8836bb1c7d2f4e0a9', '0x9f2c41…e0a9'],
  ['order-1042', 'order-1042'],
  ['12345678901234', '12345678901234'],
  ['', ''],
])('shortens %j to %j', (text, short) => {
  expect(shorten(text)).toBe(short);
});
