import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { systemClock } from '#lib/platform/clock.ts';
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
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
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
import { undoCaseChange } from './undo-change.ts';
import { viewCase } from './view-case.ts';

describe('working on cases', () => {
  let tenant: Tenant;
  let desk: CaseFixture;
  let other: Tenant;
  let second: Context<PersonActor>;

  beforeAll(async () => {
    tenant = await createTenant();
    other = await createTenant();
    desk = await createCaseFixture(systemClock, tenant);
    second = desk.second;
  });

  const queue = (view = 'open', as = tenant.as.compliance) =>
    readQueue(as, tenant.businessId, `queue=${view}`);

  const flagged = (status = 'COMPLIANCE_REVIEW', eur?: string) =>
    desk.flagged({ status, uniformPayableAmount: eur ?? null });

  const view = (caseId: string) => desk.view(caseId);
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
    await expect(change(`UPDATE review_note SET text = 'other' WHERE case_id = $1`)).rejects.toThrow(
      'refuses',
    );
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
});

describe('undoing a change', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

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
});
