import { expect, test } from 'vitest';
import { chooseBusinesses, describeLeftOut } from './choose-businesses.ts';

const [one, two] = ['6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931', '0d9e1c8a-1111-4222-8333-444455556666'];
const sandbox = [
  { id: one, name: 'Harbour Books' },
  { id: '5a7e1c8a-1111-4222-8333-444455556666', name: 'North Pier' },
];

test('returns the named businesses of a real service once each', () => {
  expect(chooseBusinesses([one, two.toUpperCase(), two], null)).toEqual({
    businesses: [
      { id: one, name: 'Business' },
      { id: two, name: 'Business' },
    ],
    leftOut: [],
  });
});

test('returns all businesses of a sandbox and names the unknown ones', () => {
  const { businesses, leftOut } = chooseBusinesses([one.toUpperCase(), two], sandbox);
  expect(businesses).toEqual(sandbox);
  expect(leftOut).toEqual([two]);
  expect(describeLeftOut(leftOut)).toContain(`BUSINESS_IDS contains ${two}, which the sandbox does not have`);
  expect(describeLeftOut(chooseBusinesses([], sandbox).leftOut)).toBeNull();
});
