import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { matchItems } from './matches.ts';
import { importStatement, readPeriod, writeCamt } from './testing/reconciliation-fixture.ts';

const desk = createStatementFixture();
const credit = (at: string, amount: string) => desk.deposit(at, { settlementPayableAmount: amount });
const listTransit = async (period: string) => {
  const { count, amount, rows } = (await readPeriod(desk.tenant, period)).transit;
  return [count, amount, rows.map((row) => [row.recordId, row.amount])];
};
/** Matches all lines of two months with records. */
async function match(recordIds: readonly string[]): Promise<void> {
  const { businessId, as } = desk.tenant;
  const { lines } = await readPeriod(desk.tenant, '2026-10-01..2026-11-30');
  await matchItems(as.finance, {
    ...{ businessId, currency: 'EUR', lineIds: lines.map(({ lineId }) => lineId), recordIds: [...recordIds] },
    reason: 'The bank kept a fee',
  });
}

describe('in transit at the end of a period', () => {
  test('is the rest of what arrived in part by then', async () => {
    await desk.open('2026-10-01', '0');
    const depositId = await credit('2026-10-30T10:00:00Z', '10');
    await importStatement(
      desk.tenant,
      writeCamt([
        ['2026-10-31', '4', 'A'],
        ['2026-11-02', '5.5', 'B'],
      ]),
    );
    await match([depositId]);
    expect((await desk.read('2026-10')).figures.closing).toBe('6');
    expect(await listTransit('2026-10')).toEqual([1, '6', [[depositId, '6']]]);
    expect((await desk.read('2026-11')).figures.closing).toBe('0');
    expect(await listTransit('2026-11')).toEqual([0, null, []]);
  });

  test('is the rest of the latest records of a payout in parts, also of those before the days that count', async () => {
    const before = await credit('2026-10-20T10:00:00Z', '10');
    const first = await credit('2026-11-02T10:00:00Z', '10');
    const second = await credit('2026-11-03T10:00:00Z', '10');
    const later = await credit('2026-12-01T10:00:00Z', '10');
    await desk.open('2026-11-01', '10');
    await importStatement(
      desk.tenant,
      writeCamt([
        ['2026-11-04', '25', 'A'],
        ['2026-11-30', '-1', 'B'],
        ['2026-12-02', '16', 'C'],
      ]),
    );
    const { businessId, as } = desk.tenant;
    const { lines } = await readPeriod(desk.tenant, '2026-11-01..2026-12-31');
    await matchItems(as.finance, {
      ...{ businessId, currency: 'EUR', reason: '', recordIds: [before, first, second, later] },
      lineIds: lines.map(({ lineId }) => lineId),
    });
    expect((await desk.read('2026-11')).figures.closing).toBe('6');
    expect(await listTransit('2026-11')).toEqual([1, '6', [[second, '6']]]);
    expect(await listTransit('2026-12')).toEqual([0, null, []]);
  });

  test('counts two months before a period that ends before the opening position', async () => {
    const depositId = await credit('2026-10-30T10:00:00Z', '10');
    await desk.open('2026-11-01', '10');
    expect(await listTransit('2026-10')).toEqual([1, '10', [[depositId, '10']]]);
    expect(await listTransit('2026-11')).toEqual([0, null, []]);
  });

  test('is named to the last record, page by page', async () => {
    await credit('2026-10-05T10:00:00Z', '1');
    await database().$executeRaw`
      INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                           deposit_received_at, sort_at, first_observed_at, changed_at)
      SELECT business_id, gen_random_uuid(), payment_id, status, settlement_currency, 1, deposit_received_at, sort_at,
             first_observed_at, changed_at
        FROM deposit, generate_series(1, 204) WHERE business_id = ${desk.tenant.businessId}::uuid`;
    const first = (await readPeriod(desk.tenant, '2026-10')).transit;
    expect(first).toMatchObject({ count: 205, amount: '205', isFirst: true });
    expect(first.rows).toHaveLength(200);
    const { transit } = await readPeriod(desk.tenant, '2026-10', { transitAfter: first.next ?? '' });
    expect(transit).toMatchObject({ count: 205, amount: '205', isFirst: false, next: null });
    expect(new Set([...first.rows, ...transit.rows].map(({ recordId }) => recordId)).size).toBe(205);
  });
});
