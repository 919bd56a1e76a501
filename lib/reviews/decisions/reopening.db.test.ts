import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { defaultTwoPersonCategories } from './model-second-person.ts';
import { reopenCase } from './reopen-case.ts';

const hourMs = 3_600_000;

test('sets a new due time for a reopened case by the settings of the desk', async () => {
  let now = Date.now();
  const clock: Clock = { now: () => instant(now) };
  const desk = await createCaseFixture(clock);
  const { businessId } = desk;
  await database().setting.create({
    data: {
      businessId,
      kind: 'review-desk',
      value: {
        secondFromEur: '1000',
        dueHours: 6,
        riskScoreFrom: null,
        twoPersonCategories: [...defaultTwoPersonCategories],
      },
    },
  });
  const { caseId } = await desk.flagged();
  now += 7 * hourMs;
  await desk.propose(caseId);
  now += 48 * hourMs;
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts' });
  expect((await desk.view(caseId)).dueAt).toBe(now + 6 * hourMs);
});
