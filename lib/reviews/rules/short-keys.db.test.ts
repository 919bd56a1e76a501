import { expect, test } from 'vitest';
import {
  activateTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runCaseOpening,
  toHoursAgo,
  toRuleKinds,
} from './testing/rule-fixture.ts';

/** A key is empty where the address was reported in its normalized spelling. */
const [reported, normalized] = [
  '0xABcd0123456789012345678901234567890123AB',
  '0xabcd0123456789012345678901234567890123ab',
];

test('counts an address in all its spellings, with and without a stored key', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, { kind: 'velocity', times: '2', hours: '24' }, 7);
  const isNew = await activateTestRule(desk, { kind: 'new-address', over: '0.5' }, 7);
  const add = (hours: number, fromAddress: string, fromAddressKey: string | null) =>
    insertRuleDeposit(desk, { fromAddress, fromAddressKey, depositAmount: '1', sortAt: toHoursAgo(hours) });
  const first = await add(5, reported, normalized);
  await add(4, normalized, null);
  // Another address with the same start.
  const other = await add(3, normalized.replace('ab', 'ac').replace(/..$/, 'ff'), null);
  const third = await add(2, normalized, normalized);
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({
    [first]: toRuleKinds(isNew),
    [other]: toRuleKinds(isNew),
    [third]: toRuleKinds(rule),
  });
});
