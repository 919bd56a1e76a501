import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { yearCurrencies, yearModes } from './year/events.ts';
import { proveYear } from './year.ts';

const zones = {
  'reads on': 'Europe/Berlin',
  'reads off': 'America/New_York',
  'assumption set': 'Europe/Berlin',
};

/** Lines that a year of each mode has, so that none is proven by its absence. */
const named = {
  'reads on': ['adjustments', 'credited', 'reported', 'settlements', 'withdrawals'],
  'reads off': ['adjustments', 'reported', 'settlements', 'withdrawals'],
  'assumption set': ['adjustments', 'declared', 'reported', 'settlements', 'withdrawals'],
};

/** Every program has files in the books of every year. */
const programs = [
  ...['beancount', 'camt', 'csv', 'datev', 'hledger', 'netsuite', 'quickbooks', 'xero', 'xeroBank'],
];

/** `npm run bench:year` does this with 200,000 deposits. */
test('arrives at the digits of a second program, for every line and file of a year in each mode', async () => {
  const years = await Promise.all(
    yearModes.map(async (mode, index) => {
      const id = randomUUID();
      // A close takes most of the time.
      const currencies = mode === 'reads on' ? yearCurrencies : ['EUR'];
      // Other IDs, because a callback about another business's payment is quarantined.
      const seed = 20_261_129 + index;
      const year = { mode, currencies, deposits: 160, seed, hasEveryFile: false };
      const input = { id, timeZone: zones[mode], ...year };
      return { id, mode, proven: await proveYear(input) };
    }),
  );
  for (const { mode, proven } of years) {
    expect(proven.differences, mode).toEqual([]);
    expect(proven.statements).toBe(mode === 'reads on' ? 26 : 13);
    expect(proven.lines).toEqual(expect.arrayContaining(named[mode]));
    expect(Object.keys(proven.files)).toEqual(programs);
  }
  const [read] = years;
  // A file of each month and currency, and some more from before the close.
  expect(read?.proven.files['csv']).toBeGreaterThan(26);
  // A digit that no message reported is found.
  await databasePool().query(
    `UPDATE deposit SET settlement_payable_amount = settlement_payable_amount + 0.000000000000000001, changed_at = now()
      WHERE deposit_id = (SELECT deposit_id FROM deposit WHERE business_id = $1 AND settlement_payable_amount > 0
                             AND status = 'CONFIRMED' AND settlement_currency = 'EUR' LIMIT 1)`,
    [read?.id],
  );
  expect((await read?.proven.compare())?.differences).toContainEqual(
    expect.stringMatching(/^EUR 2026-11 change: /),
  );
});
