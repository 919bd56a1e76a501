import fc from 'fast-check';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { readStatement, readStatementRows } from './index.ts';
import type { StatementLine } from './model/lines.ts';
import { depositLines, statementLines } from './model/lines.ts';
import { toPeriod } from './testing/statement-fixture.ts';

/** Adds the digits of decimals as integers of 10⁻³⁰, without any code of the product. */
const toUnits = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(30, '0'));
  return text.startsWith('-') ? -units : units;
};

const money = fc.tuple(fc.bigInt(0n, 10n ** 20n), fc.integer({ min: 0, max: 18 })).map(([units, scale]) => {
  const digits = String(units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
});
const time = fc
  .integer({ min: Date.UTC(2026, 8, 25) / 1000, max: Date.UTC(2026, 10, 8) / 1000 })
  .map((seconds) => new Date(seconds * 1000));
const movement = fc.record({
  isDeposit: fc.boolean(),
  status: fc.constantFrom('CONFIRMED', 'COMPLETED', 'FAILED', null),
  currency: fc.constantFrom('EUR', 'EUR', 'USDT', null),
  at: time,
  record: fc.option(money),
  callback: fc.option(money),
  fee: fc.option(money),
});

test('has each movement on exactly one line, and each line is the sum of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { maxLength: 25 }), async (movements) => {
      const own = await createTenant();
      await database().business.update({
        where: { id: own.businessId },
        data: { timeZone: 'America/New_York' },
      });
      const payment = await insertPayment(own.businessId);
      const expected = new Map<string, { units: bigint; ids: string[] }>();
      const fees = new Map<string, bigint>();
      for (const { isDeposit, status, currency, at, record, callback, fee } of movements) {
        const fields = { status, settlementCurrency: currency, changedAt: at };
        const id = isDeposit
          ? await insertDeposit(own.businessId, payment, {
              ...{ ...fields, sortAt: at, depositReceivedAt: at },
              ...{ settlementPayableAmount: record, callbackSettlementAmount: callback },
              settlementServiceFee: fee,
            })
          : await insertWithdrawal(own.businessId, {
              ...{ ...fields, firstReceivedAt: at, deductedSettlementAmount: record },
            });
        // October in New York, which is four hours behind UTC all month.
        const isInside = at >= new Date('2026-10-01T04:00:00Z') && at < new Date('2026-11-01T04:00:00Z');
        if (!isInside || currency !== 'EUR' || status !== (isDeposit ? 'CONFIRMED' : 'COMPLETED')) continue;
        const line: StatementLine = isDeposit
          ? record !== null
            ? 'credited'
            : callback !== null
              ? 'reported'
              : 'depositsNotReported'
          : record === null
            ? 'withdrawalsNotReported'
            : 'withdrawals';
        const found = expected.get(line) ?? { units: 0n, ids: [] };
        if (isDeposit && fee !== null) fees.set(id, toUnits(fee));
        const digits = record ?? (isDeposit ? callback : null) ?? '0';
        expected.set(line, {
          units: found.units + (isDeposit ? toUnits(digits) : -toUnits(digits)),
          ids: [...found.ids, id],
        });
      }
      const chosen = { currency: 'EUR', period: toPeriod('2026-10') };
      const { figures, proofs } = await readStatement(own.as.viewer, own.businessId, chosen);
      expect(proofs.find(({ name }) => name === 'lines')?.state).toBe('good');
      for (const line of statementLines) {
        const { count, amount } = figures.lines.find(({ name }) => name === line) ?? {
          count: -1,
          amount: null,
        };
        const { rows, amount: sum } = await readStatementRows(own.as.viewer, own.businessId, {
          ...chosen,
          ...{ line, after: null },
        });
        const wanted = expected.get(line) ?? { units: 0n, ids: [] };
        expect(rows.map(({ recordId }) => recordId).toSorted()).toEqual(wanted.ids.toSorted());
        expect(count).toBe(wanted.ids.length);
        expect(sum).toBe(amount);
        expect(toUnits(amount ?? '0')).toBe(wanted.units);
        expect(rows.reduce((total, row) => total + toUnits(row.amount ?? '0'), 0n)).toBe(wanted.units);
      }
      const deposits = figures.lines.filter(({ name }) => depositLines.includes(name));
      const memo = await readStatementRows(own.as.viewer, own.businessId, {
        ...chosen,
        ...{ line: 'serviceFee', after: null },
      });
      expect(memo).toMatchObject({ count: fees.size, amount: figures.memo[0]?.amount });
      expect(new Map(memo.rows.map(({ recordId, amount }) => [recordId, toUnits(amount ?? '')]))).toEqual(
        fees,
      );
      expect(figures.memo[0]?.count).toBe(deposits.reduce((total, { count }) => total + count, 0));
    }),
    { numRuns: propertyRuns(20) },
  );
});
