import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { proposeDecision } from '../../decisions/propose-decision.ts';
import { createEvidencePack } from '../../evidence/create-evidence-pack.ts';
import { readDesk } from '../../queue/queries/desk.ts';
import { readFigures } from '../../queue/queries/figures.ts';
import { saveReport } from '../../reports/save-report.ts';
import { completeChecklist } from '../../testing/complete-checklist.ts';
import { readQueue } from '../../testing/read-queue.ts';
import { sweepCases } from '../../testing/sweep-cases.ts';
import { addNote } from '../add-note.ts';
import { attachFile } from '../attach-file.ts';
import { toSubjectVersions } from '../model/subject-version.ts';
import { readCase } from '../queries/case.ts';
import { setStepChecked } from '../set-step-checked.ts';
import { snoozeCase } from '../snooze-case.ts';
import { mergeCases } from './merge-cases.ts';
import { separateCase } from './separate-case.ts';

let tenant: Tenant;
let other: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'compliance']]));
});

const sweep = () => sweepCases();
const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);

async function flagged(eur: string | null = '10', status = 'COMPLIANCE_REVIEW') {
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { clientPaymentId: `order-${randomUUID()}` });
  const depositId = await insertDeposit(businessId, paymentId, {
    status,
    recordSeen: true,
    uniformPayableAmount: eur,
  });
  await sweep();
  const { caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
  return { depositId, caseId };
}

const view = (caseId: string) => readCase(tenant.as.compliance, tenant.businessId, caseId);
const seen = async (caseId: string) => ({ caseId, version: (await view(caseId)).version });
const at = async (caseId: string) => ({ businessId: tenant.businessId, ...(await seen(caseId)) });
const merge = async (stays: string, ...joins: string[]) =>
  mergeCases(tenant.as.compliance, {
    businessId: tenant.businessId,
    into: await seen(stays),
    cases: await Promise.all(joins.map(seen)),
  });
const propose = async (caseId: string, kind: 'clear' | 'keep-blocked' = 'clear') => {
  await completeChecklist(tenant.businessId, caseId, tenant.as.compliance.actor.personId);
  return proposeDecision(tenant.as.compliance, {
    ...(await at(caseId)),
    seen: toSubjectVersions(await view(caseId)),
    kind,
    finding: 'other',
    reason: 'Looked at',
    sameReason: true,
  });
};
test('the database keeps merged cases consistent', async () => {
  const [a, b, c] = [await flagged(), await flagged(), await flagged('5000')];
  await merge(b.caseId, a.caseId);
  const join = (from: string, into: string) =>
    raw(
      `UPDATE review_case SET state = 'merged', merged_into = $2, merged_at = now() WHERE case_id = $1`,
      from,
      into,
    );
  await expect(join(c.caseId, a.caseId)).rejects.toThrow('stands by itself');
  await expect(join(b.caseId, c.caseId)).rejects.toThrow('goes with it first');
  await expect(join(c.caseId, c.caseId)).rejects.toThrow();
  await expect(raw(`UPDATE review_case SET state = 'merged' WHERE case_id = $1`, c.caseId)).rejects.toThrow();
  await expect(raw(`UPDATE review_case SET merged_into = NULL WHERE case_id = $1`, a.caseId)).rejects.toThrow(
    'stands by itself',
  );
  await propose(c.caseId);
  await expect(join(c.caseId, b.caseId)).rejects.toThrow('with a proposal');
  const stranger = await createTenant();
  await expect(
    raw(
      `INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at, state, merged_into, merged_at)
       VALUES ($1, 'deposit', $2, now(), now(), now(), 'merged', $3, now())`,
      stranger.businessId,
      randomUUID(),
      b.caseId,
    ),
  ).rejects.toThrow();
});

test('refuses work on a merged case', async () => {
  const [a, b] = [await flagged(), await flagged()];
  await merge(b.caseId, a.caseId);
  const merged = await at(a.caseId);
  const { businessId, caseId, version } = merged;
  const body = new TextEncoder().encode('found');
  for (const work of [
    () => addNote(second, { businessId, caseId, text: 'x' }),
    () => setStepChecked(second, { businessId, caseId, step: 'source', done: true }),
    () => attachFile(second, { businessId, caseId, name: 'a.txt', body }),
    () => saveReport(second, { businessId, caseId, version: 0, narrative: 'x' }),
    () => snoozeCase(second, { businessId, caseId, version, hours: 24 }),
    () => propose(caseId),
  ])
    await expect(work()).rejects.toThrow('was merged into another case');
});

test('counts no merged case as open, keeps the earlier due time, and puts all evidence into one pack', async () => {
  const own = await createTenant();
  const { businessId } = own;
  const paymentId = await insertPayment(businessId);
  for (const n of [1, 2]) {
    await insertDeposit(businessId, paymentId, { status: 'BLOCKED', transactionId: `tx-${n}` });
    await sweep();
  }
  const [first, later] = await database().reviewCase.findMany({
    where: { businessId },
    orderBy: { number: 'asc' },
  });
  if (first === undefined || later === undefined) throw new Error('two cases were to be opened');
  expect([first.number, later.number]).toEqual([1, 2]);
  await database().reviewCase.updateMany({
    where: { caseId: later.caseId },
    data: { dueAt: new Date(1_000) },
  });
  const file = { businessId, caseId: later.caseId, name: 'a.txt', body: new TextEncoder().encode('found') };
  await attachFile(own.as.compliance, file);
  await mergeCases(own.as.compliance, {
    businessId,
    into: { caseId: first.caseId, version: first.version },
    cases: [{ caseId: later.caseId, version: later.version }],
  });
  const whole = await readCase(own.as.owner, businessId, first.caseId);
  expect(whole.dueAt).toBe(1_000);
  const queue = await readQueue(own.as.owner, businessId, 'queue=open');
  expect(queue.rows).toMatchObject([{ number: 1, joined: 1 }]);
  expect((await readDesk(own.as.owner, businessId)).counts).toMatchObject({ open: 1, overdue: 1 });
  expect((await readFigures(own.as.owner, businessId)).open).toMatchObject({
    day: { count: 1 },
    overdue: { count: 1 },
  });
  const pack = await createEvidencePack(own.as.owner, businessId, first.caseId);
  const text = (name: string) =>
    Buffer.from(pack.files.find((one) => one.name === name)?.bytes ?? []).toString();
  expect(text('joined/case-2-records.json')).toContain('tx-2');
  expect(text('records.json')).toContain('tx-1');
  expect(text('audit.json')).toContain('review-case.merge-into');
  expect(pack.files.some(({ name }) => name.endsWith('-a.txt'))).toBe(true);
});

test('refuses merging and separating to other roles and businesses', async () => {
  const [a, b] = [await flagged(), await flagged()];
  const { businessId } = tenant;
  const [into, one] = [await seen(a.caseId), await seen(b.caseId)];
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const) {
    await expect(mergeCases(who, { businessId, into, cases: [one] })).rejects.toMatchObject({ code });
    await expect(separateCase(who, { businessId, ...one })).rejects.toMatchObject({ code });
  }
  const theirs = { businessId: other.businessId, into, cases: [one] };
  await expect(mergeCases(other.as.owner, theirs)).rejects.toMatchObject({ code: 'not-found' });
  await expect(separateCase(other.as.owner, { businessId: other.businessId, ...one })).rejects.toMatchObject({
    code: 'not-found',
  });
});
