import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchoredAtOnce } from '#lib/audit/anchors/store.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

const countAnchored = () =>
  database().auditEntry.count({ where: { chainId: desk.businessId, action: { in: [...anchoredAtOnce] } } });

test('enters each decision with an action that is anchored at once, and none for a view', async () => {
  const { caseId } = await desk.flagged({ uniformPayableAmount: null });
  expect(await countAnchored()).toBe(0);
  await desk.propose(caseId, 'report');
  expect(await countAnchored()).toBe(1);
  await desk.answer(caseId, 'decline');
  expect(await countAnchored()).toBe(2);
  await desk.propose(caseId, 'report');
  await desk.answer(caseId, 'confirm');
  expect(await countAnchored()).toBe(4);
});

test('enters a decision by one person with such an action', async () => {
  const before = await countAnchored();
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  expect((await desk.listActions(caseId))[0]).toBe('review-case.decide');
  expect(await countAnchored()).toBe(before + 1);
});
