import { expect, test } from 'vitest';
import { setWarehouseForm } from './schema.ts';

const { folder } = setWarehouseForm.shape;

test.each([
  ['', true],
  ['copies', true],
  ['copies/nightly_2/', true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['/copies', false],
  ['copies//nightly', false],
  ['../copies', false],
])('accepts the folder "%s": %s', (text, isAccepted) =>
  expect(folder.safeParse(text).success).toBe(isAccepted),
);

// A nested repetition needs hours for the longer texts.
test.each([60, 199])('refuses a folder with an invalid end after %s letters in time', (length) => {
  const start = performance.now();
  expect(folder.safeParse(`${'a'.repeat(length)}!`).success).toBe(false);
  expect(performance.now() - start).toBeLessThan(30_000);
});
