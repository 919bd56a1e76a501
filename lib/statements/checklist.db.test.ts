import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertIntent, insertPayment } from '#lib/database/testing/rows.ts';
import type { ChecklistItem } from './model/lines.ts';
import { exceptionDays } from './model/lines.ts';
import { createStatementFixture, listAmounts } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

const desk = createStatementFixture();

const count = async (item: ChecklistItem): Promise<number> =>
  (await desk.read('2026-09')).closing.checklist.find((one) => one.item === item)?.count ?? 0;

test('counts exceptions without an assignee that are older than a week', async () => {
  const { businessId, as } = desk.tenant;
  const before = await count('exceptions');
  const insert = (days: number) =>
    insertPayment(businessId, {
      ...{ coverage: 'under', recordSeen: true },
      sortAt: new Date(Date.now() - days * 86_400_000),
    });
  await insert(exceptionDays - 1);
  expect(await count('exceptions')).toBe(before);
  const [, assigned] = [await insert(exceptionDays + 1), await insert(exceptionDays + 1)];
  expect(await count('exceptions')).toBe(before + 2);
  await database().paymentException.create({
    data: {
      businessId,
      kind: 'payment',
      subjectId: assigned,
      ownerId: as.finance.actor.personId,
      changedAt: new Date(),
    },
  });
  expect(await count('exceptions')).toBe(before + 1);
});

test('counts requests whose outcome is unknown', async () => {
  expect(await count('unknownOutcomes')).toBe(0);
  await insertIntent(desk.tenant, 'lost', { state: 'UNKNOWN' });
  expect(await count('unknownOutcomes')).toBe(1);
});

test('stands beside the figures of the period before and of the year before', async () => {
  await desk.deposit('2025-09-10T10:00:00Z', { settlementPayableAmount: '1', settlementServiceFee: '0.1' });
  await desk.deposit('2026-08-10T10:00:00Z', { settlementPayableAmount: '2' });
  await desk.withdrawal('2026-08-11T10:00:00Z', { deductedSettlementAmount: '0.5' });
  await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '4' });
  await desk.close('2026-08');
  const { figures, before, yearBefore } = await desk.read('2026-09');
  const amounts = (compared: Pick<typeof figures, 'lines'>) =>
    Object.fromEntries(
      compared.lines.flatMap(({ name, amount }) => (amount === null ? [] : [[name, amount]])),
    );
  expect(amounts(figures)).toEqual({ credited: '4' });
  expect([before.from, amounts(before), before.change]).toEqual([
    '2026-08-01',
    { credited: '2', withdrawals: '-0.5' },
    '1.5',
  ]);
  expect([yearBefore.from, amounts(yearBefore), yearBefore.change]).toEqual([
    '2025-09-01',
    { credited: '1' },
    '1',
  ]);
  expect(yearBefore.memo[0]).toMatchObject({ name: 'serviceFee', amount: '0.1', known: 1 });
  // A closed period compares what was signed.
  await database().deposit.updateMany({
    where: { businessId: desk.tenant.businessId, sortAt: new Date('2026-08-10T10:00:00Z') },
    data: { settlementPayableAmount: '3', changedAt: new Date() },
  });
  const later = await desk.read('2026-09');
  expect(later.before.change).toBe('1.5');
  expect(listAmounts(later)).toEqual({ credited: '4', adjustments: '1' });
});
