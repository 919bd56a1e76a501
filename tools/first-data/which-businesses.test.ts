import { expect, test } from 'vitest';
import { leftOutInWords, whichBusinesses } from './which-businesses.ts';

const [one, two] = ['6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931', '0d9e1c8a-1111-4222-8333-444455556666'];
const sandbox = [
  { id: one, name: 'Harbour Books' },
  { id: '5a7e1c8a-1111-4222-8333-444455556666', name: 'North Pier' },
];

test('of a real service those are set up that are named, each once', () => {
  expect(whichBusinesses([one, two.toUpperCase(), two], null)).toEqual({
    businesses: [
      { id: one, name: 'Business' },
      { id: two, name: 'Business' },
    ],
    leftOut: [],
  });
});

test('of a sandbox all that it has are set up once, and those that it has not are left out and named', () => {
  const { businesses, leftOut } = whichBusinesses([one.toUpperCase(), two], sandbox);
  expect(businesses).toEqual(sandbox);
  expect(leftOut).toEqual([two]);
  expect(leftOutInWords(leftOut)).toContain(`BUSINESS_IDS names ${two}, which the sandbox does not have`);
  expect(leftOutInWords(whichBusinesses([], sandbox).leftOut)).toBeNull();
});
