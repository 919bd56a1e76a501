import { expect, test } from 'vitest';
import { listUnencryptedVariables } from './env-address-schema.ts';

test('lists the variables whose address is http outside this machine', () => {
  expect(
    listUnencryptedVariables({
      APP_URL: 'http://localhost:3000',
      CALLBACK_BASE_URL: 'http://intake:3001',
      SERVICE_BASE_URL: 'https://pay.example.com',
    }),
  ).toEqual(['CALLBACK_BASE_URL']);
});
