import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { assignCases } from './assign-cases.ts';
import { snoozeCase } from './snooze-case.ts';
import { undoCaseChange } from './undo-change.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

const listActions = async (caseId: string) =>
  (
    await database().auditEntry.findMany({
      where: {
        objectId: caseId,
        action: { in: ['review-case.assign', 'review-case.snooze', 'review-case.wake'] },
      },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action }) => action);

test('restores the earlier assignee and snooze, and audits both', async () => {
  const { caseId } = await desk.flagged();
  const { businessId } = desk;
  const me = desk.as.compliance;
  const to = (personId: string | null) => assignCases(me, { businessId, caseIds: [caseId], personId });
  await to(desk.second.actor.personId);
  const { undo } = await to(me.actor.personId);
  expect(await undoCaseChange(me, { businessId, undo })).toEqual({ restored: 1, left: 0 });
  expect((await desk.view(caseId)).assignee?.personId).toBe(desk.second.actor.personId);

  const snoozed = await snoozeCase(me, { ...(await desk.seen(caseId)), businessId, hours: 24 });
  const { snoozedUntil } = await desk.view(caseId);
  const longer = await snoozeCase(me, { ...(await desk.seen(caseId)), businessId, hours: 72 });
  await undoCaseChange(me, { businessId, undo: longer.undo });
  expect((await desk.view(caseId)).snoozedUntil).toBe(snoozedUntil);
  await undoCaseChange(me, { businessId, undo: snoozed.undo });
  expect((await desk.view(caseId)).snoozedUntil).toBeNull();
  expect(await listActions(caseId)).toEqual([
    ...['review-case.assign', 'review-case.assign', 'review-case.assign'],
    ...['review-case.snooze', 'review-case.snooze', 'review-case.snooze', 'review-case.wake'],
  ]);
});

test('leaves a case that a colleague changed meanwhile', async () => {
  const { caseId } = await desk.flagged();
  const { businessId } = desk;
  const assign = (personId: string) =>
    assignCases(desk.as.compliance, { businessId, caseIds: [caseId], personId });
  const { undo } = await assign(desk.as.compliance.actor.personId);
  await assign(desk.second.actor.personId);
  expect(await undoCaseChange(desk.as.compliance, { businessId, undo })).toEqual({ restored: 0, left: 1 });
  expect((await desk.view(caseId)).assignee?.personId).toBe(desk.second.actor.personId);
});

test('refuses people outside of the desk and cases of other businesses', async () => {
  const { caseId } = await desk.flagged();
  const { businessId } = desk;
  const undo = { kind: 'snooze' as const, from: null, cases: [{ caseId, to: null }] };
  await expect(undoCaseChange(desk.as.finance, { businessId, undo })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const elsewhere = await createCaseFixture();
  await expect(
    undoCaseChange(elsewhere.as.compliance, { businessId: elsewhere.businessId, undo }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const outsider = {
    kind: 'assign' as const,
    from: null,
    cases: [{ caseId, to: desk.as.finance.actor.personId }],
  };
  await expect(undoCaseChange(desk.as.compliance, { businessId, undo: outsider })).rejects.toMatchObject({
    code: 'invalid',
  });
});
