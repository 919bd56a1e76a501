import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { decideProposal } from '../decisions/decide-proposal.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import { reopenCase } from '../decisions/reopen-case.ts';
import { readDesk } from '../queue/queries/desk.ts';
import { readFigures } from '../queue/queries/figures.ts';
import { countCases, listSelectedCases, readCaseTotals } from '../queue/queries/queue.ts';
import { takeNext } from '../queue/take-next.ts';
import { amendReport } from '../reports/amend-report.ts';
import { fileReport } from '../reports/file-report.ts';
import { countReports, listReports } from '../reports/queries/list.ts';
import { saveReport } from '../reports/save-report.ts';
import { readQueue } from '../testing/read-queue.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import { addNote } from './add-note.ts';
import { assignCases } from './assign-cases.ts';
import { attachFile } from './attach-file.ts';
import { readCase } from './queries/case.ts';
import { fetchFile } from './queries/file.ts';
import { listRelatedRecords } from './queries/related.ts';
import { readCaseNow } from './read-case.ts';
import { maximumFiles } from './schema/choices.ts';
import { setStepChecked } from './set-step-checked.ts';
import { snoozeCase } from './snooze-case.ts';
import { snoozeCases } from './snooze-cases.ts';
import { viewCase } from './view-case.ts';

let tenant: Tenant;
let other: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'compliance']]));
});

const sweep = () => sweepCases();
const queue = (view = 'open', as = tenant.as.compliance) => readQueue(as, tenant.businessId, `queue=${view}`);

async function flagged(
  status = 'COMPLIANCE_REVIEW',
  eur?: string,
): Promise<{ depositId: string; caseId: string }> {
  const paymentId = await insertPayment(tenant.businessId, { clientPaymentId: `order-${randomUUID()}` });
  const depositId = await insertDeposit(tenant.businessId, paymentId, {
    status,
    recordSeen: true,
    ...(eur === undefined ? {} : { uniformPayableAmount: eur }),
  });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
  return { depositId, caseId: found.caseId };
}

const view = (caseId: string) => readCase(tenant.as.compliance, tenant.businessId, caseId);
const at = async (caseId: string) => ({
  businessId: tenant.businessId,
  caseId,
  version: (await view(caseId)).version,
});
const listActions = async (caseId: string) => (await view(caseId)).events.map(({ action }) => action);

test('assigns two different cases to concurrent requests, the most urgent first', async () => {
  await flagged();
  await flagged();
  const taken = await Promise.all([
    takeNext(tenant.as.compliance, { businessId: tenant.businessId }),
    takeNext(second, { businessId: tenant.businessId }),
  ]);
  expect(new Set(taken.map(({ caseId }) => caseId)).size).toBe(2);
  expect((await queue('mine')).rows.map(({ caseId }) => caseId)).toContain(taken[0]?.caseId);
});

test('assigns all cases or none, and only to people of the desk', async () => {
  const { caseId } = await flagged();
  const assign = (personId: string | null, caseIds = [caseId], as = tenant.as.owner) =>
    assignCases(as, { businessId: tenant.businessId, caseIds, personId });
  expect(await assign(second.actor.personId)).toMatchObject({ assigned: 1 });
  expect((await view(caseId)).assignee?.personId).toBe(second.actor.personId);
  await expect(assign(tenant.as.finance.actor.personId)).rejects.toMatchObject({ code: 'invalid' });
  await expect(assign(other.as.compliance.actor.personId)).rejects.toMatchObject({ code: 'invalid' });
  await expect(assign(null, [caseId, randomUUID()])).rejects.toMatchObject({ code: 'not-found' });
  expect((await view(caseId)).assignee?.personId).toBe(second.actor.personId);
  expect(await listActions(caseId)).toContain('review-case.assign');
});

test('hides a snoozed case from the queue but still lists it as overdue', async () => {
  const { caseId } = await flagged();
  await snoozeCase(tenant.as.compliance, { ...(await at(caseId)), hours: 24 });
  expect((await queue('open')).rows.map((row) => row.caseId)).not.toContain(caseId);
  expect((await queue('snoozed')).rows.map((row) => row.caseId)).toContain(caseId);
  await database().reviewCase.updateMany({ where: { caseId }, data: { dueAt: new Date(0) } });
  expect((await queue('overdue')).rows.map((row) => row.caseId)).toContain(caseId);
  await snoozeCase(tenant.as.compliance, { ...(await at(caseId)), hours: 0 });
  expect((await queue('open')).rows.map((row) => row.caseId)).toContain(caseId);
});

test('stores notes, checks and files with audit entries, and never changes notes and files', async () => {
  const { caseId } = await flagged();
  const where = { businessId: tenant.businessId, caseId };
  await addNote(tenant.as.compliance, { ...where, text: 'Half a \ud800 character and \u0000' });
  await setStepChecked(tenant.as.compliance, { ...where, step: 'source', done: true });
  const body = new TextEncoder().encode('%PDF-1.7 and so on');
  const attached = await attachFile(tenant.as.compliance, {
    ...where,
    name: '../../evil\u202efdp.pdf',
    body,
  });
  const found = await view(caseId);
  expect(found.notes).toHaveLength(1);
  expect(found.checks[0]?.step).toBe('source');
  expect(found.events.find(({ action }) => action === 'review-case.check')?.check).toEqual({
    step: 'source',
    done: true,
  });
  expect(found.files[0]).toMatchObject({
    name: 'evilfdp.pdf',
    type: 'application/pdf',
    sha256: attached.sha256,
  });
  const fetched = await fetchFile(second, tenant.businessId, caseId, attached.fileId);
  expect(Buffer.from(fetched.body).equals(body)).toBe(true);
  expect(await listActions(caseId)).toEqual(
    expect.arrayContaining([
      'review-case.note',
      'review-case.check',
      'review-case.attach',
      'review-case.fetch-file',
    ]),
  );
  const change = (text: string) => databasePool().query(text, [caseId]);
  await expect(change(`UPDATE review_note SET text = 'other' WHERE case_id = $1`)).rejects.toThrow('refuses');
  await expect(change('DELETE FROM review_file WHERE case_id = $1')).rejects.toThrow('refuses');
  await expect(attachFile(tenant.as.compliance, { ...where, name: 'a.pdf', body })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test.each([
  ['a program', 'MZ\u0000\u0001', 'a.png'],
  ['a page that says it is text', '<!doctype html><script>1</script>', 'a.txt'],
  ['a PDF that says it is an image', '%PDF-1.4', 'a.png'],
  ['nothing', '', 'a.txt'],
])('refuses %s as a file', async (_what, text, name) => {
  const { caseId } = await flagged();
  const body = new TextEncoder().encode(text);
  const where = { businessId: tenant.businessId, caseId };
  await expect(attachFile(tenant.as.compliance, { ...where, name, body })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('audits opening a case or the register once, but neither a repeated read nor a refusal', async () => {
  const { caseId } = await flagged();
  const { businessId } = tenant;
  const rows = (action: string, objectId: string) =>
    database().auditEntry.findMany({
      where: { action, objectId },
      select: { chainId: true, actorId: true, objectType: true },
    });
  const by = { chainId: businessId, actorId: second.actor.personId };
  await viewCase(second, businessId, caseId);
  await readCase(second, businessId, caseId);
  await listReports(second, businessId, wholeList);
  for (const who of [tenant.as.viewer, tenant.as.finance, other.as.compliance]) {
    await expect(viewCase(who, businessId, caseId)).rejects.toThrow();
    await expect(listReports(who, businessId, wholeList)).rejects.toThrow();
  }
  await expect(viewCase(other.as.compliance, other.businessId, caseId)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await rows('review-case.view', caseId)).toEqual([{ ...by, objectType: 'review-case' }]);
  expect(await rows('review-report.view', businessId)).toEqual([{ ...by, objectType: 'review-report' }]);
  // Views don't displace other entries of the case.
  expect(await listActions(caseId)).toEqual(['review-case.open']);
});

test('limits the number of files of a case', async () => {
  const { caseId } = await flagged();
  const attach = (n: number) =>
    attachFile(tenant.as.compliance, {
      businessId: tenant.businessId,
      caseId,
      name: `${n}.txt`,
      body: new TextEncoder().encode(`file ${n}`),
    });
  for (let n = 0; n < maximumFiles; n += 1) await attach(n);
  await expect(attach(maximumFiles)).rejects.toMatchObject({ code: 'invalid' });
});

test('refuses a file over 5 MB', async () => {
  const { caseId } = await flagged();
  const body = new Uint8Array(5 * 1024 * 1024 + 1).fill(97);
  const where = { businessId: tenant.businessId, caseId, name: 'a.txt' };
  await expect(attachFile(tenant.as.compliance, { ...where, body })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('hides cases from roles outside compliance in every verb and read', async () => {
  const { caseId, depositId } = await flagged();
  const { businessId } = tenant;
  const everything = (who: Context<PersonActor>) => [
    readQueue(who, businessId),
    countCases(who, businessId, wholeList),
    readCaseTotals(who, businessId, wholeList),
    listSelectedCases(who, businessId, wholeList),
    readDesk(who, businessId),
    snoozeCases(who, { businessId, caseIds: [caseId], hours: 4 }),
    readCase(who, businessId, caseId),
    readCase(who, businessId, randomUUID()),
    viewCase(who, businessId, caseId),
    listRelatedRecords(who, businessId, [{ subjectKind: 'deposit', subjectId: depositId }]),
    fetchFile(who, businessId, caseId, randomUUID()),
    takeNext(who, { businessId }),
    assignCases(who, { businessId, caseIds: [caseId], personId: null }),
    snoozeCase(who, { businessId, caseId, version: 1, hours: 4 }),
    addNote(who, { businessId, caseId, text: 'x' }),
    setStepChecked(who, { businessId, caseId, step: 'source', done: true }),
    attachFile(who, { businessId, caseId, name: 'a.txt', body: new TextEncoder().encode('a') }),
    proposeDecision(who, {
      businessId,
      caseId,
      version: 1,
      seen: [],
      kind: 'clear',
      finding: 'other',
      reason: 'x',
    }),
    decideProposal(who, { businessId, caseId, version: 1, seen: [], answer: 'confirm', comment: '' }),
    reopenCase(who, { businessId, caseId, version: 1, reason: 'x' }),
    saveReport(who, { businessId, caseId, version: 0, narrative: 'x' }),
    fileReport(who, {
      businessId,
      caseId,
      version: 1,
      authority: 'other',
      reference: 'x',
      filedOn: '2026-01-05',
    }),
    amendReport(who, {
      businessId,
      caseId,
      amendments: 0,
      narrative: 'x',
      reference: 'x',
      filedOn: '2026-01-05',
      reason: 'x',
    }),
    readCaseNow(who, { businessId, caseId }),
    listReports(who, businessId, wholeList),
    countReports(who, businessId, wholeList),
    readFigures(who, businessId),
  ];
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.compliance, 'not-found'],
    [other.as.owner, 'not-found'],
  ] as const)
    for (const one of await Promise.allSettled(everything(who)))
      expect(one).toMatchObject({ status: 'rejected', reason: { code } });
  // Another business's compliance can't reach it under their own business either.
  await expect(readCase(other.as.compliance, other.businessId, caseId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(
    addNote(other.as.compliance, { businessId: other.businessId, caseId, text: 'x' }),
  ).rejects.toMatchObject({ code: 'not-found' });
  expect((await view(caseId)).notes).toEqual([]);
});
