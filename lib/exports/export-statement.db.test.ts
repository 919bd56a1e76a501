import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { statementQuery } from '#lib/statements/schema.ts';
import { exportStatement } from './index.ts';
import { readCsv } from './testing/read-tables.ts';

afterAll(closeDatabase);

const query = statementQuery.parse({ currency: 'EUR', period: '2026-10' });

test('writes the lines of a statement and the rows that they add up, and audits it', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const at = (day: number) => new Date(Date.UTC(2026, 9, day));
  const fields = (day: number) => ({
    ...{ status: 'CONFIRMED', settlementCurrency: 'EUR', sortAt: at(day), depositReceivedAt: at(day) },
  });
  await insertDeposit(businessId, payment, { ...fields(2), settlementPayableAmount: '0.1' });
  await insertDeposit(businessId, payment, { ...fields(3), settlementPayableAmount: '0.2' });
  await insertDeposit(businessId, payment, fields(4));
  await insertWithdrawal(businessId, {
    ...{ status: 'COMPLETED', settlementCurrency: 'EUR', firstReceivedAt: at(5) },
    deductedSettlementAmount: '0.05',
  });
  const { fileName, body } = await exportStatement(as.accountant, businessId, query);
  expect(fileName).toMatch(/^a-business-of-a-test-statement-EUR-2026-10-\d{4}-\d{2}-\d{2}\.csv$/);
  const [names = [], ...cells] = readCsv(await new Response(body).text());
  const rows = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
  const summary = rows.filter(({ part }) => part === 'summary');
  const details = rows.filter(({ part }) => part === 'row');
  const sum = (line: string) =>
    details
      .filter((row) => row['line'] === line)
      .map(({ amount }) => amount)
      .toSorted();
  expect(summary.find(({ line }) => line === 'credited')).toMatchObject({ records: '2', amount: '0.3' });
  expect(sum('credited')).toEqual(['0.1', '0.2']);
  expect(sum('depositsNotReported')).toEqual(['']);
  expect(sum('withdrawals')).toEqual(['-0.05']);
  expect(summary.find(({ line }) => line === 'change')).toMatchObject({ amount: '0.25' });
  expect(summary.find(({ line }) => line === 'closing')).toMatchObject({ amount: '' });
  expect(await database().auditEntry.count({ where: { chainId: businessId, objectId: 'statement' } })).toBe(
    1,
  );
});

test('is refused without the right to export', async () => {
  const { businessId, as } = await createTenant();
  for (const who of [as.viewer, as.compliance])
    await expect(exportStatement(who, businessId, query)).rejects.toMatchObject({ code: 'forbidden' });
});
