import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { viewCase } from '../cases/view-case.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { approveProposals } from './approve-proposals.ts';

let desk: CaseFixture;

beforeAll(async () => {
  desk = await createCaseFixture();
});

/** A case whose decision needs a second person. */
async function proposed(): Promise<{ caseId: string; depositId: string }> {
  const flagged = await desk.flagged({ uniformPayableAmount: '5000' });
  await desk.propose(flagged.caseId);
  return flagged;
}

const open = (caseId: string) => viewCase(desk.second, desk.businessId, caseId);
const readState = async (caseId: string) =>
  (await database().reviewCase.findFirstOrThrow({ where: { caseId } })).state;

/** Approves as the second person, with what they see of each case now. */
async function approve(caseIds: readonly string[], as = desk.second) {
  const cases = [];
  for (const caseId of caseIds) {
    const { businessId: _, ...seen } = await desk.at(caseId);
    cases.push(seen);
  }
  return (await approveProposals(as, { businessId: desk.businessId, cases })).outcomes;
}

test('approves several proposals that the person has opened, each with its own entry', async () => {
  const [one, two] = [await proposed(), await proposed()];
  for (const { caseId } of [one, two]) await open(caseId);
  expect(await approve([one.caseId, two.caseId])).toEqual([
    { caseId: one.caseId, problem: null },
    { caseId: two.caseId, problem: null },
  ]);
  for (const { caseId } of [one, two]) {
    expect(await readState(caseId)).toBe('decided');
    expect(await desk.listActions(caseId)).toContain('review-case.confirm');
  }
});

test('refuses a proposal that the person has not opened, and approves the others', async () => {
  const [opened, unopened] = [await proposed(), await proposed()];
  await open(opened.caseId);
  const [first, second] = await approve([unopened.caseId, opened.caseId]);
  expect(first?.problem).toMatch(/opened/);
  expect(second?.problem).toBeNull();
  expect(await readState(unopened.caseId)).toBe('proposed');
});

test('a view from long before the proposal does not count', async () => {
  let laterMs = 0;
  const clock = { now: () => addMilliseconds(systemClock.now(), laterMs) };
  const later = await createCaseFixture(clock);
  const { caseId } = await later.flagged({ uniformPayableAmount: '5000' });
  await viewCase(later.second, later.businessId, caseId);
  laterMs = 6 * 60_000;
  await later.propose(caseId);
  const { businessId, ...seen } = await later.at(caseId);
  const { outcomes } = await approveProposals(later.second, { businessId, cases: [seen] });
  expect(outcomes[0]?.problem).toMatch(/opened/);
});

test('refuses a case whose status at the service changed after the person opened it', async () => {
  const [changed, same] = [await proposed(), await proposed()];
  for (const { caseId } of [changed, same]) await open(caseId);
  const cases = await Promise.all(
    [changed, same].map(async ({ caseId }) => {
      const { businessId: _, ...seen } = await desk.at(caseId);
      return seen;
    }),
  );
  await desk.change(changed.depositId, { status: 'BLOCKED' });
  const { outcomes } = await approveProposals(desk.second, { businessId: desk.businessId, cases });
  expect(outcomes[0]?.problem).toMatch(/BLOCKED|blocked/i);
  expect(outcomes[1]?.problem).toBeNull();
  expect(await readState(changed.caseId)).toBe('proposed');
});

test('nobody approves their own proposal this way', async () => {
  const { caseId } = await proposed();
  await viewCase(desk.as.compliance, desk.businessId, caseId);
  const [outcome] = await approve([caseId], desk.as.compliance);
  expect(outcome?.problem).not.toBeNull();
  expect(await readState(caseId)).toBe('proposed');
});

test('refuses people who may not work on cases', async () => {
  const { caseId } = await proposed();
  await expect(approve([caseId], desk.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
});
