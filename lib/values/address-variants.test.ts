import { expect, test } from 'vitest';
import { listAddressVariants } from './addresses.ts';

test.each([
  ['qp3wjpa3tjlj', ['qp3wjpa3tjlj', 'bitcoincash:qp3wjpa3tjlj']],
  ['bitcoincash:qp3w', ['bitcoincash:qp3w']],
  // Other letters than those of CashAddr, or another kind.
  ['qb3wjpa3', ['qb3wjpa3']],
  ['rPEPPER7kf', ['rPEPPER7kf']],
])('the address %s is stored as one of %o', (typed, variants) => {
  expect(listAddressVariants(typed)).toEqual(variants);
});
