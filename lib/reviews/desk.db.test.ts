import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database, databasePool } from '#lib/platform/db.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/platform/testing/rows.ts';
import type { Tenant } from '#lib/platform/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/platform/testing/tenant.ts';
import { addNote } from './add-note.ts';
import { answerProposal } from './answer-proposal.ts';
import { assignCases } from './assign-cases.ts';
import { attachFile } from './attach-file.ts';
import { checkStep } from './check-step.ts';
import { openCases } from './open-cases.ts';
import { proposeDecision } from './propose-decision.ts';
import { readCase } from './queries/case.ts';
import { fetchFile } from './queries/file.ts';
import { readQueue } from './queries/queue.ts';
import { relatedTo } from './queries/related.ts';
import { reopenCase } from './reopen-case.ts';
import { queueQuery } from './schema.ts';
import { snoozeCase } from './snooze-case.ts';
import { takeNext } from './take-next.ts';
import { readSubject } from './view-case.ts';

let tenant: Tenant;
let other: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'compliance']]));
});

const sweep = () => openCases(systemContext('reviews'), AbortSignal.timeout(20_000));
const queue = (view = 'open', as = tenant.as.compliance) =>
  readQueue(as, tenant.businessId, queueQuery.parse({ view }));

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
const actionsOf = async (caseId: string) => (await view(caseId)).events.map(({ action }) => action);

test('a flagged deposit has one case, later facts join it, and running twice at once changes nothing', async () => {
  const { depositId, caseId } = await flagged();
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({
    where: key,
    data: { status: 'BLOCKED', refundReason: 'ILLICIT_DEPOSIT' },
  });
  await database().depositRisk.create({
    data: {
      businessId: tenant.businessId,
      depositId,
      assessment: {
        sourceRiskEntities: Array.from({ length: 3_000 }, (_, n) => ({
          name: `<b>Mixer ${n}</b>`,
          category: n % 2 ? 'MIXER' : '<script>alert(1)</script>',
        })),
      },
    },
  });
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  const { facts } = await view(caseId);
  expect(facts.map(({ kind }) => kind).toSorted()).toEqual([
    'deposit-blocked',
    'deposit-review',
    'refund-illicit',
    'risk-entity',
  ]);
  expect(facts.find(({ kind }) => kind === 'risk-entity')?.detail).toEqual({
    categories: ['<script>alert(1)</script>', 'MIXER'],
    entities: 3_000,
  });
  expect(await database().reviewCase.count({ where: { subjectId: depositId } })).toBe(1);
  expect(await actionsOf(caseId)).toContain('review-case.open');
  expect(await database().reviewDue.count({ where: { subjectId: depositId } })).toBe(0);
});

test('a transaction that rolls back marks nothing; what is not flagged or only assessed as clean opens nothing', async () => {
  const paymentId = await insertPayment(tenant.businessId);
  const depositId = randomUUID();
  const client = await databasePool().connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, status, sort_at, first_observed_at, changed_at)
     VALUES ($1, $2, $3, 'BLOCKED', now(), now(), now())`,
    [tenant.businessId, depositId, paymentId],
  );
  await client.query('ROLLBACK');
  client.release();
  const clean = await insertDeposit(tenant.businessId, paymentId, { status: 'CONFIRMED' });
  await database().depositRisk.create({
    data: {
      businessId: tenant.businessId,
      depositId: clean,
      riskScore: '9.7',
      assessment: { sourceRiskEntities: [], destinationRiskEntities: 'none' },
    },
  });
  await sweep();
  expect(await database().reviewCase.count({ where: { subjectId: { in: [depositId, clean] } } })).toBe(0);
});

test('a blocked withdrawal has a case; its subject and its relations can be read', async () => {
  const shared = {
    toAddress: '0xAbC1',
    toAddressKey: '0xabc1',
    clientWithdrawalId: `payout-${randomUUID()}`,
  };
  const withdrawalId = await insertWithdrawal(tenant.businessId, { status: 'BLOCKED', ...shared });
  const sibling = await insertWithdrawal(tenant.businessId, { status: 'COMPLETED', ...shared });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: withdrawalId } });
  const one = await view(found.caseId);
  const subject = await readSubject(tenant.as.compliance, one);
  expect(subject.kind).toBe('withdrawal');
  await expect(
    proposeDecision(tenant.as.owner, {
      ...(await at(found.caseId)),
      kind: 'recommend-refund',
      reason: 'x',
    }),
  ).rejects.toMatchObject({ code: 'invalid' });
  const { rows } = await relatedTo(tenant.as.compliance, tenant.businessId, 'withdrawal', withdrawalId);
  expect(rows.map(({ id, by }) => [id, by]).toSorted()).toEqual([
    [sibling, 'address'],
    [sibling, 'reference'],
  ]);
});

test('relations by transaction, address, entity and reference, within the business alone', async () => {
  const { depositId } = await flagged();
  const key = (id: string) => ({ businessId_depositId: { businessId: tenant.businessId, depositId: id } });
  const facts = {
    transactionId: 'tx-1',
    fromAddress: 'bc1qsame',
    fromAddressKey: 'bc1qsame',
    network: 'BTC',
  };
  await database().deposit.update({ where: key(depositId), data: facts });
  const twin = await flagged();
  await database().deposit.update({ where: key(twin.depositId), data: facts });
  for (const id of [depositId, twin.depositId])
    await database().depositRisk.create({
      data: {
        businessId: tenant.businessId,
        depositId: id,
        assessment: { addressOwner: { name: 'Dark Pool' } },
      },
    });
  const strangers = await insertPayment(other.businessId);
  await insertDeposit(other.businessId, strangers, facts);
  const { rows } = await relatedTo(tenant.as.compliance, tenant.businessId, 'deposit', depositId);
  expect(rows.map(({ id, by }) => [id, by]).toSorted()).toEqual([
    [twin.depositId, 'address'],
    [twin.depositId, 'entity'],
    [twin.depositId, 'transaction'],
  ]);
  expect(rows[0]?.caseId).toBe(twin.caseId);
});

test('take next gives two who ask at once two cases, the more urgent first', async () => {
  await flagged();
  await flagged();
  const taken = await Promise.all([
    takeNext(tenant.as.compliance, { businessId: tenant.businessId }),
    takeNext(second, { businessId: tenant.businessId }),
  ]);
  expect(new Set(taken.map(({ caseId }) => caseId)).size).toBe(2);
  expect((await queue('mine')).rows.map(({ caseId }) => caseId)).toContain(taken[0]?.caseId);
});

test('assigning takes all cases or none, to somebody of the desk alone', async () => {
  const { caseId } = await flagged();
  const assign = (personId: string | null, caseIds = [caseId], as = tenant.as.owner) =>
    assignCases(as, { businessId: tenant.businessId, caseIds, personId });
  expect(await assign(second.actor.personId)).toEqual({ assigned: 1 });
  expect((await view(caseId)).assignee?.personId).toBe(second.actor.personId);
  await expect(assign(tenant.as.finance.actor.personId)).rejects.toMatchObject({ code: 'invalid' });
  await expect(assign(other.as.compliance.actor.personId)).rejects.toMatchObject({ code: 'invalid' });
  await expect(assign(null, [caseId, randomUUID()])).rejects.toMatchObject({ code: 'not-found' });
  expect((await view(caseId)).assignee?.personId).toBe(second.actor.personId);
  expect(await actionsOf(caseId)).toContain('review-case.assign');
});

test('a snoozed case is out of the queue and overdue all the same', async () => {
  const { caseId } = await flagged();
  await snoozeCase(tenant.as.compliance, { ...(await at(caseId)), hours: 24 });
  expect((await queue('open')).rows.map((row) => row.caseId)).not.toContain(caseId);
  expect((await queue('snoozed')).rows.map((row) => row.caseId)).toContain(caseId);
  await database().reviewCase.updateMany({ where: { caseId }, data: { dueAt: new Date(0) } });
  expect((await queue('overdue')).rows.map((row) => row.caseId)).toContain(caseId);
  await snoozeCase(tenant.as.compliance, { ...(await at(caseId)), hours: 0 });
  expect((await queue('open')).rows.map((row) => row.caseId)).toContain(caseId);
});

const propose = async (
  caseId: string,
  kind: 'clear' | 'keep-blocked' | 'report',
  as = tenant.as.compliance,
) => proposeDecision(as, { ...(await at(caseId)), kind, reason: 'Looked at with care' });
const answer = async (caseId: string, how: 'confirm' | 'decline' | 'withdraw', as: Context<PersonActor>) =>
  answerProposal(as, { ...(await at(caseId)), answer: how, comment: how === 'decline' ? 'Not yet' : '' });

test('a small known amount is decided at once, everything else by a second person', async () => {
  const small = await flagged('COMPLIANCE_REVIEW', '999.99');
  expect(await propose(small.caseId, 'clear')).toEqual({ state: 'decided' });
  const large = await flagged('COMPLIANCE_REVIEW', '1000');
  expect(await propose(large.caseId, 'clear')).toEqual({ state: 'proposed' });
  const unknown = await flagged();
  expect(await propose(unknown.caseId, 'clear')).toEqual({ state: 'proposed' });
  const reported = await flagged('BLOCKED', '5');
  expect(await propose(reported.caseId, 'report')).toEqual({ state: 'proposed' });
  expect((await queue('second', second)).rows.map((row) => row.caseId)).toContain(large.caseId);
  expect((await queue('second')).rows.map((row) => row.caseId)).not.toContain(large.caseId);
});

test('nobody confirms their own proposal, an owner neither, in the code and in the database', async () => {
  const { caseId } = await flagged();
  await propose(caseId, 'keep-blocked', tenant.as.owner);
  await expect(answer(caseId, 'confirm', tenant.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(answer(caseId, 'withdraw', second)).rejects.toMatchObject({ code: 'forbidden' });
  const owner = tenant.as.owner.actor.personId;
  const raw = (text: string, values: unknown[] = []) => databasePool().query(text, [caseId, ...values]);
  await expect(
    raw(`UPDATE review_decision SET state = 'final', answered_by = $2 WHERE case_id = $1`, [owner]),
  ).rejects.toThrow('review_decision_second_person');
  await expect(raw(`UPDATE review_decision SET state = 'final' WHERE case_id = $1`)).rejects.toThrow(
    'review_decision_confirmed',
  );
  await expect(raw(`UPDATE review_decision SET needs_second = false WHERE case_id = $1`)).rejects.toThrow(
    'never changed',
  );
  await expect(raw(`UPDATE review_case SET state = 'decided' WHERE case_id = $1`)).rejects.toThrow(
    'by a decision',
  );
  await expect(raw(`DELETE FROM review_decision WHERE case_id = $1`)).rejects.toThrow('never changed');
  expect(await answer(caseId, 'confirm', second)).toEqual({ state: 'decided' });
  expect((await view(caseId)).decisions[0]).toMatchObject({
    state: 'final',
    answeredBy: { name: 'compliance' },
  });
  expect((await actionsOf(caseId)).slice(0, 2)).toEqual(['review-case.confirm', 'review-case.propose']);
});

test('a declined or withdrawn proposal leaves the case open; a decided one is opened again with a reason', async () => {
  const { caseId } = await flagged();
  await propose(caseId, 'clear');
  await answer(caseId, 'decline', second);
  await propose(caseId, 'clear');
  await answer(caseId, 'withdraw', tenant.as.compliance);
  expect((await view(caseId)).decisions.map(({ state }) => state)).toEqual(['withdrawn', 'declined']);
  await propose(caseId, 'keep-blocked');
  await answer(caseId, 'confirm', tenant.as.owner);
  await reopenCase(tenant.as.compliance, { ...(await at(caseId)), reason: 'New facts' });
  expect((await view(caseId)).state).toBe('open');
});

test('two who decide at once: one wins, the other is told', async () => {
  const { caseId } = await flagged();
  const seen = await at(caseId);
  const both = await Promise.allSettled(
    [tenant.as.compliance, second].map((who) =>
      proposeDecision(who, { ...seen, kind: 'clear', reason: 'First' }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
});

test('a deposit that leaves review while it is decided: the status of that moment is kept, and contradiction shows', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  const seen = await at(caseId);
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({ where: key, data: { status: 'CONFIRMED' } });
  await proposeDecision(tenant.as.compliance, { ...seen, kind: 'keep-blocked', reason: 'Mixer' });
  expect((await view(caseId)).decisions[0]?.serviceStatus).toBe('CONFIRMED');
  const row = (await queue('decided')).rows.find((one) => one.caseId === caseId);
  expect(row?.disagreement).toBe('We keep it blocked; the service let it through.');
});

test('a cleared case is opened again by a new fact', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  await propose(caseId, 'clear');
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({ where: key, data: { status: 'BLOCKED' } });
  await sweep();
  expect((await view(caseId)).state).toBe('open');
  expect((await actionsOf(caseId))[0]).toBe('review-case.reopen');
});

test('notes, checks and files are kept, each with a word in the audit log; notes and files never change', async () => {
  const { caseId } = await flagged();
  const where = { businessId: tenant.businessId, caseId };
  await addNote(tenant.as.compliance, { ...where, text: 'Half a \ud800 character and \u0000' });
  await checkStep(tenant.as.compliance, { ...where, step: 'source', done: true });
  const body = new TextEncoder().encode('%PDF-1.7 and so on');
  const kept = await attachFile(tenant.as.compliance, { ...where, name: '../../evil\u202efdp.pdf', body });
  const found = await view(caseId);
  expect(found.notes).toHaveLength(1);
  expect(found.checks[0]?.step).toBe('source');
  expect(found.files[0]).toMatchObject({ name: 'evilfdp.pdf', type: 'application/pdf', sha256: kept.sha256 });
  const fetched = await fetchFile(second, tenant.businessId, caseId, kept.fileId);
  expect(Buffer.from(fetched.body).equals(body)).toBe(true);
  expect(await actionsOf(caseId)).toEqual(
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

test('refuses a file over 5 MB', async () => {
  const { caseId } = await flagged();
  const body = new Uint8Array(5 * 1024 * 1024 + 1).fill(97);
  const where = { businessId: tenant.businessId, caseId, name: 'a.txt' };
  await expect(attachFile(tenant.as.compliance, { ...where, body })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('nobody outside compliance learns of a case, by any verb or read', async () => {
  const { caseId, depositId } = await flagged();
  const { businessId } = tenant;
  const everything = (who: Context<PersonActor>) => [
    readQueue(who, businessId, queueQuery.parse({})),
    readCase(who, businessId, caseId),
    readCase(who, businessId, randomUUID()),
    relatedTo(who, businessId, 'deposit', depositId),
    fetchFile(who, businessId, caseId, randomUUID()),
    takeNext(who, { businessId }),
    assignCases(who, { businessId, caseIds: [caseId], personId: null }),
    snoozeCase(who, { businessId, caseId, version: 1, hours: 4 }),
    addNote(who, { businessId, caseId, text: 'x' }),
    checkStep(who, { businessId, caseId, step: 'source', done: true }),
    attachFile(who, { businessId, caseId, name: 'a.txt', body: new TextEncoder().encode('a') }),
    proposeDecision(who, { businessId, caseId, version: 1, kind: 'clear', reason: 'x' }),
    answerProposal(who, { businessId, caseId, version: 1, answer: 'confirm', comment: '' }),
    reopenCase(who, { businessId, caseId, version: 1, reason: 'x' }),
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
