import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { readRecordTable } from './index.ts';

afterAll(closeDatabase);

const desk = createStatementFixture();

test('has the lines of each closed period, from the opening to the closing', async () => {
  await desk.open('2026-08-01', '12.5');
  await desk.close('2026-08');
  const { columns, batches } = readRecordTable('statements', desk.tenant.businessId);
  const rows: (readonly string[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  const names = columns.map(({ name }) => name);
  const lines = rows.map((row) => {
    const find = (name: string) => row[names.indexOf(name)];
    return [find('first_day'), find('last_day'), find('line'), find('amount')];
  });
  expect(lines[0]).toEqual(['2026-08-01', '2026-08-31', 'opening', '12.5']);
  expect(lines.at(-1)).toEqual(['2026-08-01', '2026-08-31', 'closing', '12.5']);
  expect(new Set(lines.map(([, , line]) => line)).size).toBe(lines.length);
  expect(columns.find(({ name }) => name === 'amount')?.kind).toBe('amount');
});
