import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { yearCurrencies, yearModes } from './year/events.ts';
import { names } from './year/files.ts';
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
  // A digit that no message reported is found, and another account in a file.
  const [read] = years;
  // A file of each month and currency, and some more from before the close.
  expect(read?.proven.files['csv']).toBeGreaterThan(26);
  await database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    await transaction.$executeRaw`
      UPDATE journal_run AS run SET body = altered.body, sha256 = sha256(altered.body)
        FROM (SELECT business_id, run_id, convert_to(replace(convert_from(body, 'UTF8'), ${names.bank}, ${names.rounding}), 'UTF8') AS body
                FROM journal_run
               WHERE business_id = ${read?.id}::uuid AND target = 'hledger' AND currency = 'EUR' AND first_day = '2025-11-01') AS altered
       WHERE run.business_id = altered.business_id AND run.run_id = altered.run_id`;
  });
  await databasePool().query(
    `UPDATE deposit SET settlement_payable_amount = settlement_payable_amount + 0.000000000000000001, changed_at = now()
      WHERE deposit_id = (SELECT deposit_id FROM deposit WHERE business_id = $1 AND settlement_payable_amount > 0
                             AND status = 'CONFIRMED' AND settlement_currency = 'EUR' LIMIT 1)`,
    [read?.id],
  );
  const differences = (await read?.proven.compare())?.differences;
  expect(differences).toContainEqual(expect.stringMatching(/^EUR 2026-11 change: /));
  expect(differences).toContainEqual(expect.stringMatching(/^EUR 2025-11 hledger 2025-11-28 bank EUR: 0, /));
});
