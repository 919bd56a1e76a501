import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { raiseOverdueAlerts } from '../store/alerts.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { reopenCase } from './reopen-case.ts';

const hourMs = 3_600_000;

test('sets a new due time for a reopened case by the settings of the desk, and can be overdue again', async () => {
  let now = Date.now();
  const clock: Clock = { now: () => instant(now) };
  const desk = await createCaseFixture(clock);
  const { businessId } = desk;
  await database().reviewSetting.create({ data: { businessId, dueHours: 6 } });
  const { caseId } = await desk.flagged();
  now += 7 * hourMs;
  await inTransaction((transaction) => raiseOverdueAlerts(transaction, clock.now()));
  await desk.propose(caseId);
  now += 48 * hourMs;
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts' });
  expect((await desk.view(caseId)).dueAt).toBe(now + 6 * hourMs);
  const isReported = async () =>
    (await database().reviewCase.findFirstOrThrow({ where: { businessId, caseId } })).overdueTold;
  expect(await isReported()).toBe(false);
  now += 7 * hourMs;
  await inTransaction((transaction) => raiseOverdueAlerts(transaction, clock.now()));
  expect(await isReported()).toBe(true);
});
