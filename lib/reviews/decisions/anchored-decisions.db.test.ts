import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

const requests = () => database().auditAnchorRequest.count({ where: { chainId: desk.businessId } });

test('requests an audit anchor for each decision and none for a view', async () => {
  const { caseId } = await desk.flagged({ uniformPayableAmount: null });
  expect(await requests()).toBe(0);
  await desk.propose(caseId, 'report');
  expect(await requests()).toBe(1);
  await desk.answer(caseId, 'decline');
  expect(await requests()).toBe(2);
  await desk.propose(caseId, 'report');
  await desk.answer(caseId, 'confirm');
  expect(await requests()).toBe(4);
});

test('requests an anchor for a decision by one person', async () => {
  const before = await requests();
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  expect((await desk.listActions(caseId))[0]).toBe('review-case.decide');
  expect(await requests()).toBe(before + 1);
});
