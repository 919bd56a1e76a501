import { expect, test } from 'vitest';
import { findPaymentIds } from './model-listed-ids.ts';

const [first, second] = ['0b7e9a0e-3a8f-4d46-9a51-1b5ef6a1f001', '0b7e9a0e-3a8f-4d46-9a51-1b5ef6a1f002'];

test.each([
  ['lines', `${first}\n${second}\n`],
  ['CSV', `payment_id;amount\r\n${first};1,5\r\n${second};2`],
  ['capitals and repeats', `${first.toUpperCase()} ${first} ${second}`],
  ['addresses', `https://pay.example/${first}?x=1, https://pay.example/${second}`],
])('finds payment IDs in %s', (_name, text) => {
  expect(findPaymentIds(text)).toEqual([first, second]);
});

test('finds none in other text', () => {
  expect(findPaymentIds('order-1, 0b7e9a0e-3a8f')).toEqual([]);
});
