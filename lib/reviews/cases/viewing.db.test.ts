import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { readCaseWithContent } from '#lib/reports/index.ts';
import { instant } from '#lib/values/instant.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { sharePresence } from './share-presence.ts';
import { viewCase } from './view-case.ts';

test('audits the view of a case once for each person within a few minutes', async () => {
  let now = Date.now();
  const clock: Clock = { now: () => instant(now) };
  const desk = await createCaseFixture(clock);
  const { businessId, second } = desk;
  const { compliance } = desk.as;
  const { caseId } = await desk.flagged();
  const views = async () =>
    (await desk.listActions(caseId)).filter((action) => action === 'review-case.view').length;
  for (let n = 0; n < 3; n += 1) await viewCase(second, businessId, caseId);
  expect(await views()).toBe(1);
  await viewCase(compliance, businessId, caseId);
  expect(await views()).toBe(2);
  now += 4 * 60_000;
  await viewCase(compliance, businessId, caseId);
  expect(await views()).toBe(2);
  now += 2 * 60_000;
  await Promise.all([1, 2, 3].map(() => viewCase(second, businessId, caseId)));
  await viewCase(compliance, businessId, caseId);
  expect(await views()).toBeGreaterThanOrEqual(4);
  const before = await views();
  await viewCase(compliance, businessId, caseId);
  expect(await views()).toBe(before);
});

test('audits a case beside the queue as a view, and shows it only to its roles', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  const { caseId, depositId } = await desk.flagged();
  const whole = await readCaseWithContent(desk.as.compliance, businessId, caseId);
  expect(whole).toMatchObject({
    view: { caseId },
    subjects: { own: { subject: { kind: 'deposit', deposit: { depositId } } }, joined: [] },
    watches: [],
  });
  await expect(readCaseWithContent(desk.as.finance, businessId, caseId)).rejects.toMatchObject({
    code: 'forbidden',
  });
  const views = (await desk.listActions(caseId)).filter((action) => action === 'review-case.view');
  expect(views).toHaveLength(1);
});

test('names the others who have a case open, until they have left for a minute', async () => {
  let now = Date.now();
  const clock: Clock = { now: () => instant(now) };
  const desk = await createCaseFixture(clock);
  const { businessId, second } = desk;
  const { compliance } = desk.as;
  const { caseId } = await desk.flagged();
  expect((await sharePresence(compliance, businessId, caseId)).others).toEqual([]);
  expect((await sharePresence(second, businessId, caseId)).others).toMatchObject([
    { personId: compliance.actor.personId },
  ]);
  await expect(sharePresence(desk.as.finance, businessId, caseId)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(sharePresence(second, businessId, randomUUID())).rejects.toMatchObject({ code: 'not-found' });
  now += 61_000;
  expect((await sharePresence(second, businessId, caseId)).others).toEqual([]);
  now += 3_600_001;
  await sharePresence(compliance, businessId, caseId);
  expect(await database().reviewPresence.count({ where: { businessId } })).toBe(1);
});

test('refuses the case to other roles and audits no refused view', async () => {
  const desk = await createCaseFixture();
  const other = await createTenant();
  const { caseId } = await desk.flagged();
  for (const [who, code] of [
    [desk.as.viewer, 'forbidden'],
    [desk.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const)
    await expect(viewCase(who, desk.businessId, caseId)).rejects.toMatchObject({ code });
  expect(await desk.listActions(caseId)).not.toContain('review-case.view');
});
