import { beforeAll, expect, test } from 'vitest';
import { executePastTriggers } from '#lib/audit/anchors/testing/anchor-fixture.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit } from '#lib/database/testing/rows.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { listCases } from '../queue/queries/queue.ts';
import { queueList } from '../queue/schema.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { createReportedCase } from '../testing/closed-case.ts';
import { readQueue } from '../testing/read-queue.ts';
import { findCaseRequest } from './model/open-request.ts';
import { openManualCase } from './open-manual-case.ts';
import { answerRequest, requestInformation } from './request-information.ts';
import { requestInformationForm } from './schema/case.ts';

let desk: CaseFixture;

beforeAll(async () => {
  desk = await createCaseFixture();
});

const toDay = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
const question = 'Which exchange did you send the payment from?';
const form = (caseId: string, more: object = {}) => ({
  ...({
    businessId: desk.businessId,
    caseId,
    to: 'payer',
    question,
    language: 'en',
    dueOn: toDay(7),
  } as const),
  ...more,
});

test('a request to the payer is a neutral message with a due date, until it is answered', async () => {
  const { businessId } = desk;
  const { caseId } = await desk.flagged();
  const { noteId, message } = await requestInformation(desk.as.compliance, form(caseId));
  expect(message).toMatch(/^We need some information about your payment for order-[0-9a-f-]+:\n/);
  expect(message).toContain(question);
  expect(message).not.toMatch(/http|case|review|compliance|risk|{/i);
  const open = findCaseRequest(await desk.view(caseId));
  expect(open).toMatchObject({
    noteId,
    request: { of: 'payer', dueAt: Date.parse(`${toDay(8)}T00:00:00Z`) },
  });
  const { rows } = await listCases(
    desk.as.compliance,
    businessId,
    parseListQuery(queueList, () => null).query,
  );
  expect(rows.find((row) => row.caseId === caseId)?.informationDueAt).toBe(open?.request.dueAt);
  await expect(requestInformation(desk.as.compliance, form(caseId))).rejects.toMatchObject({
    code: 'conflict',
  });
  const answer = { businessId, caseId, noteId, text: 'The payer named the exchange in a mail.' };
  await answerRequest(desk.as.compliance, answer);
  await expect(answerRequest(desk.as.compliance, answer)).rejects.toMatchObject({ code: 'conflict' });
  const view = await desk.view(caseId);
  expect(findCaseRequest(view)).toBeNull();
  expect(view.notes.map(({ answers }) => answers)).toEqual([noteId, null]);
  // Another request can follow.
  await requestInformation(desk.as.compliance, form(caseId, { to: 'service' }));
  const audited = await database().auditEntry.findMany({
    where: { chainId: businessId, objectId: caseId, action: { contains: 'request' } },
    orderBy: { sequence: 'asc' },
  });
  expect(audited.map(({ action }) => action)).toEqual([
    'review-case.request',
    'review-case.answer-request',
    'review-case.request',
  ]);
});

test.each(['proposed', 'decided'])('nothing is requested on a case whose report is %s', async (state) => {
  const { businessId } = desk;
  const { caseId } = state === 'decided' ? await createReportedCase(desk) : await desk.flagged();
  if (state === 'proposed') await desk.propose(caseId, 'report');
  const before = await database().reviewNote.count({ where: { businessId, caseId } });
  for (const to of ['payer', 'service'])
    await expect(requestInformation(desk.as.compliance, form(caseId, { to }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('report to an authority'),
    });
  expect(await database().reviewNote.count({ where: { businessId, caseId } })).toBe(before);
});

test.each(['decline', 'withdraw'] as const)(
  'nothing is requested after the proposal of a report ended with %s',
  async (answer) => {
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'report');
    await desk.answer(caseId, answer, answer === 'withdraw' ? desk.as.compliance : desk.second);
    expect(await desk.view(caseId)).toMatchObject({ state: 'open', wasReportProposed: true });
    await expect(requestInformation(desk.as.compliance, form(caseId))).rejects.toMatchObject({
      code: 'conflict',
    });
  },
);

test('a report on one deposit ends requests to the payer on every case of the payment', async () => {
  const { businessId } = desk;
  const one = await desk.flagged();
  const stranger = await desk.flagged();
  const second = await insertDeposit(businessId, one.paymentId, {
    status: 'COMPLIANCE_REVIEW',
    recordSeen: true,
    uniformPayableAmount: '10',
  });
  await desk.sweep();
  const payment = { subjectKind: 'payment', subjectId: one.paymentId } as const;
  const ofPayment = await openManualCase(desk.as.compliance, {
    businessId,
    ...payment,
    reason: 'Two deposits',
  });
  const reported = await database().reviewCase.findFirstOrThrow({ where: { subjectId: second } });
  await requestInformation(desk.as.compliance, form(one.caseId));
  expect((await desk.view(one.caseId)).wasReportProposed).toBe(false);
  await desk.propose(reported.caseId, 'report');
  for (const { caseId } of [one, ofPayment, reported]) {
    expect((await desk.view(caseId)).wasReportProposed).toBe(true);
    await expect(requestInformation(desk.as.compliance, form(caseId))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('report to an authority'),
    });
  }
  expect((await desk.view(stranger.caseId)).wasReportProposed).toBe(false);
  await requestInformation(desk.as.compliance, form(stranger.caseId));
});

test('an open request can still be answered after a report was proposed', async () => {
  const { businessId } = desk;
  const { caseId } = await desk.flagged();
  const { noteId } = await requestInformation(desk.as.compliance, form(caseId));
  await desk.propose(caseId, 'report');
  const text = 'The payer did not answer in time.';
  await answerRequest(desk.as.compliance, { businessId, caseId, noteId, text });
  expect(findCaseRequest(await desk.view(caseId))).toBeNull();
});

test('finds cases that wait for information, also from a merged case, and those whose answer is overdue', async () => {
  const { businessId } = desk;
  const find = async (value: string) =>
    (await readQueue(desk.as.compliance, businessId, `cases=${value}`)).rows.map(({ caseId }) => caseId);
  const before = [await find('information'), await find('information-overdue')];
  const [stays, joins, plain] = [await desk.flagged(), await desk.flagged(), await desk.flagged()];
  const { noteId } = await requestInformation(desk.as.compliance, form(joins.caseId));
  await desk.merge(stays.caseId, joins.caseId);
  expect((await find('information')).filter((id) => !before[0]?.includes(id))).toEqual([stays.caseId]);
  expect(await find('information')).not.toContain(plain.caseId);
  expect(await find('information-overdue')).toEqual(before[1]);
  const { rows } = await readQueue(desk.as.compliance, businessId, 'cases=information-overdue,information');
  const { request } = findCaseRequest(await desk.view(stays.caseId)) ?? {};
  expect(rows.find(({ caseId }) => caseId === stays.caseId)?.informationDueAt).toBe(request?.dueAt);
  await executePastTriggers(
    `UPDATE review_note SET due_at = now() - interval '1 hour' WHERE note_id = '${noteId}'`,
  );
  expect(await find('information-overdue')).toEqual([stays.caseId]);
  await answerRequest(desk.as.compliance, {
    businessId,
    caseId: stays.caseId,
    noteId,
    text: 'It was Kraken.',
  });
  expect(await find('information')).toEqual(before[0]);
  expect(await find('information-overdue')).toEqual([]);
});

test('refuses other roles and businesses, days out of range, and words that would warn', async () => {
  const { caseId } = await desk.flagged();
  for (const who of [desk.as.viewer, desk.as.finance])
    await expect(requestInformation(who, form(caseId))).rejects.toMatchObject({ code: 'forbidden' });
  const elsewhere = await createCaseFixture();
  await expect(requestInformation(elsewhere.as.compliance, form(caseId))).rejects.toMatchObject({
    code: 'not-found',
  });
  for (const dueOn of [toDay(-1), toDay(100)])
    await expect(requestInformation(desk.as.compliance, form(caseId, { dueOn }))).rejects.toMatchObject({
      code: 'invalid',
    });
  const parse = (more: object) => requestInformationForm.safeParse(form(caseId, more)).success;
  expect(parse({})).toBe(true);
  for (const telling of [
    'We are reviewing your case, please answer.',
    'Our compliance team needs an answer.',
    'The money is blocked until you answer.',
    'Please open https://example.test and answer.',
  ]) {
    expect(parse({ question: telling }), telling).toBe(false);
    expect(parse({ question: telling, to: 'service' }), telling).toBe(true);
  }
});
