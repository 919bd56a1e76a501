import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { queueList } from './schema.ts';

afterAll(closeDatabase);

const hourMs = 3_600_000;

test('filters due and snoozed times by future days', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await desk.flagged();
  const later = await desk.flagged();
  const set = (id: string, hours: number) =>
    database().reviewCase.updateMany({
      where: { caseId: id },
      data: {
        dueAt: new Date(Date.now() + hours * hourMs),
        snoozedUntil: new Date(Date.now() + hours * hourMs),
      },
    });
  await set(caseId, 3 * 24);
  await set(later.caseId, 20 * 24);
  const found = async (address: string) =>
    (await readQueue(desk.as.compliance, desk.businessId, address)).rows.map((row) => row.caseId);
  expect(await found('queue=open,snoozed&dueAt=next-7-days')).toEqual([caseId]);
  expect(await found('queue=snoozed&snoozedUntil=next-7-days')).toEqual([caseId]);
  expect((await found('queue=snoozed&snoozedUntil=next-30-days')).length).toBe(2);
  expect(await found('queue=snoozed&dueAt=tomorrow')).toEqual([]);
  expect([queueList.filters.dueAt.isFuture, queueList.filters.snoozedUntil.isFuture]).toEqual([true, true]);
});
