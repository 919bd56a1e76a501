import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeCallback } from '#lib/observations/index.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { toSubjectVersions } from '../cases/model/subject-version.ts';
import { readCase } from '../cases/queries/case.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { decideRuleChange } from './decide-rule-change.ts';
import { proposeRuleChange } from './propose-change.ts';
import {
  activateTestRule,
  changeTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runBacktests,
  runCaseOpening,
  saveTestRule,
  toHoursAgo,
  toRuleKinds,
} from './testing/rule-fixture.ts';

test('ignores past records unless they were chosen, also when an old deposit changes', async () => {
  const desk = await createRuleFixture();
  const old = await insertRuleDeposit(desk, { depositAmount: '2', sortAt: toHoursAgo(72) });
  const older = await insertRuleDeposit(desk, { depositAmount: '2', sortAt: toHoursAgo(24 * 20) });
  const rule = await activateTestRule(desk, { over: '0.5' });
  const touch = (depositId: string) =>
    database().deposit.update({
      where: { businessId_depositId: { businessId: desk.businessId, depositId } },
      data: { depositAmount: '3' },
    });
  await touch(old);
  await runBacktests();
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({});
  const paused = await changeTestRule(desk, rule, 'pause');
  const next = await saveTestRule(desk, { over: '0.4' }, paused);
  await changeTestRule(desk, next, 'activate', 7);
  await runBacktests();
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({ [old]: toRuleKinds(rule) });
  expect(await listOpenedCases(desk)).not.toHaveProperty(older);
});

test('judges a subject by the rule that was active when it was marked', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, { over: '0.5' });
  const before = await insertRuleDeposit(desk, { depositAmount: '1' });
  await followRecords();
  const paused = await changeTestRule(desk, rule, 'pause');
  const meanwhile = await insertRuleDeposit(desk, { depositAmount: '1' });
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({ [before]: toRuleKinds(rule) });
  await changeTestRule(desk, paused, 'resume');
  const after = await insertRuleDeposit(desk, { depositAmount: '1' });
  await runCaseOpening();
  expect(Object.keys(await listOpenedCases(desk)).toSorted()).toEqual([before, after].toSorted());
  expect(await listOpenedCases(desk)).not.toHaveProperty(meanwhile);
});

test('reopens a cleared case once for a rule, and not for a later version', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, { over: '0.5' });
  const id = await insertRuleDeposit(desk, { depositAmount: '1', uniformPayableAmount: '10' });
  await runCaseOpening();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: id } });
  const seen = await readCase(desk.second, desk.businessId, found.caseId);
  const decided = {
    businessId: desk.businessId,
    caseId: found.caseId,
    version: seen.version,
    seen: toSubjectVersions(seen),
    kind: 'clear',
    finding: 'explained',
    reason: 'Known',
  } as const;
  await completeChecklist(desk.businessId, found.caseId, desk.second.actor.personId);
  expect(await proposeDecision(desk.second, decided)).toMatchObject({ state: 'decided' });
  await changeTestRule(desk, await saveTestRule(desk, { over: '0.4' }, rule), 'activate', 7);
  await runBacktests();
  await runCaseOpening();
  expect((await readCase(desk.second, desk.businessId, found.caseId)).state).toBe('decided');
});

test('keeps the rules of two businesses apart', async () => {
  const [desk, other] = [await createRuleFixture(), await createRuleFixture()];
  const depositId = randomUUID();
  const rule = await activateTestRule(desk, { over: '0.5' });
  await insertRuleDeposit(other, { depositId, depositAmount: '9' });
  await insertRuleDeposit(desk, { depositId, depositAmount: '9' });
  await runCaseOpening();
  expect(await listOpenedCases(other)).toEqual({});
  expect(await listOpenedCases(desk)).toEqual({ [depositId]: toRuleKinds(rule) });
});

test('judges records written during an approval, without waiting for long writers', async () => {
  const desk = await createRuleFixture();
  const draft = await saveTestRule(desk, { over: '0.5' });
  const body = () =>
    depositCallbackSample({ paymentId: randomUUID(), depositCurrency: 'BTC', actualDepositAmount: 1 });
  const receive = (transaction: Transaction) =>
    observeCallback(transaction, {
      businessId: desk.businessId,
      kind: 'deposit-received',
      body: toSampleBytes(body()),
      headers: {},
      receivedAt: instant(systemClock.now()),
      quiet: true,
    });
  const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const longWriter = inTransaction(async (transaction) => {
    await receive(transaction);
    written.resolve();
    await end.promise;
  });
  await written.promise;
  const { version } = await proposeRuleChange(desk.as.compliance, {
    businessId: desk.businessId,
    ...draft,
    kind: 'activate',
    pastDays: 0,
    reason: 'Agreed',
  });
  const approve = () =>
    decideRuleChange(desk.second, {
      businessId: desk.businessId,
      ruleId: draft.ruleId,
      version,
      answer: 'approve',
      comment: '',
    });
  await expect(approve()).rejects.toMatchObject({ code: 'unavailable' });
  end.resolve();
  await longWriter;
  // Both at once, again and again: each deposit that was received after the rule began has a case, none before.
  const writing = (async () => {
    for (let n = 0; n < 40; n += 1) await inTransaction(receive);
  })();
  await Promise.all([writing, approve()]);
  await runCaseOpening();
  const { beginsAt } = await database().reviewRuleForce.findFirstOrThrow({ where: { ruleId: draft.ruleId } });
  const since = await database().deposit.findMany({
    where: { businessId: desk.businessId, firstObservedAt: { gte: beginsAt } },
    select: { depositId: true },
  });
  expect(Object.keys(await listOpenedCases(desk)).toSorted()).toEqual(
    since.map(({ depositId }) => depositId).toSorted(),
  );
});
