import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Clock } from '#lib/platform/clock.ts';
import { database } from '#lib/platform/db.ts';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { bodyOf, headersOf, startMailServer } from '#lib/platform/testing/mail-server.ts';
import { insertDeposit, insertPayment } from '#lib/platform/testing/rows.ts';
import type { Tenant } from '#lib/platform/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/platform/testing/tenant.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { mergeCases } from '../merge-cases.ts';
import { seenOf } from '../model-seen.ts';
import { openCases } from '../open-cases.ts';
import { proposeDecision } from '../propose-decision.ts';
import { readCase } from '../queries/case.ts';
import { readDeskMail } from '../queries/desk-mail.ts';
import { setAlerts } from '../set-alerts.ts';
import { raiseAlert } from '../store/alerts.ts';
import { mailAlerts } from './mail-alerts.ts';
import { sendAlerts } from './send-alerts.ts';

let server: MailServer;
let tenant: Tenant;
let now = Date.now();
const clock: Clock = { now: () => instant(now) };
const minutes = (count: number) => {
  now += count * 60_000;
};

beforeAll(async () => {
  server = await startMailServer();
  Object.assign(process.env, {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_TLS: 'off',
    SMTP_FROM: 'Countinghouse <desk@house.test>',
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await database().reviewAlert.deleteMany({});
  await database().mailMessage.deleteMany({});
  await database().reviewCase.updateMany({ data: { overdueTold: true } });
  server.received.length = 0;
  tenant = await createTenant(clock);
});

const soon = () => AbortSignal.timeout(20_000);
const sweep = () => openCases(systemContext('reviews', clock), soon());
const tell = () => sendAlerts(systemContext('alerts', clock), soon());

async function flagged(status = 'COMPLIANCE_REVIEW', eur = '10') {
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { clientPaymentId: `order-${randomUUID()}` });
  const depositId = await insertDeposit(businessId, paymentId, {
    status,
    recordSeen: true,
    uniformPayableAmount: eur,
    fromAddress: 'bc1qsecret',
    transactionId: 'tx-secret',
  });
  await sweep();
  const { caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
  return { depositId, paymentId, caseId };
}

const recipients = () => server.received.flatMap(({ to }) => to).toSorted();
const desk = () => [tenant.as.compliance.actor.email, tenant.as.owner.actor.email].toSorted();
const subjects = () =>
  server.received.map(({ raw }) => headersOf(raw).find((line) => line.startsWith('Subject:')) ?? '');
const text = () => server.received.map(({ raw }) => bodyOf(raw)).join('\n');
const decide = async (caseId: string, kind: 'clear' | 'keep-blocked' | 'recommend-refund') => {
  const { businessId } = tenant;
  const view = await readCase(tenant.as.compliance, businessId, caseId);
  const asked = { businessId, caseId, version: view.version, seen: seenOf(view) };
  return proposeDecision(tenant.as.compliance, { ...asked, kind, reason: 'Looked at' });
};
const setStatus = async (depositId: string, status: string) => {
  const key = { businessId: tenant.businessId, depositId };
  await database().deposit.update({ where: { businessId_depositId: key }, data: { status } });
  await sweep();
};

test('a new case is told to compliance and owners alone, by number and link, nothing of what it is about', async () => {
  const { caseId, depositId, paymentId } = await flagged();
  expect(await tell()).toMatchObject({ told: 0, sent: 0 });
  minutes(1.1);
  expect(await tell()).toMatchObject({ told: 2, sent: 2 });
  expect(recipients()).toEqual(desk());
  expect(text()).toContain(`http://localhost:3000/${tenant.businessId}/reviews/${caseId}`);
  expect(subjects()[0]).toContain('1 new');
  for (const secret of [
    depositId,
    paymentId,
    'bc1qsecret',
    'tx-secret',
    'order-',
    'COMPLIANCE_REVIEW',
    '10 EUR',
  ])
    expect(text()).not.toContain(secret);
  expect(await tell()).toMatchObject({ told: 0, sent: 0 });
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: tenant.businessId, action: 'review-desk.alert' },
  });
  expect(entry.after).toMatchObject({ about: [{ kind: 'opened', case: 1 }] });
});

test('hundreds of cases come in one mail a person, and the next not before a quarter of an hour', async () => {
  const paymentId = await insertPayment(tenant.businessId);
  const many = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => insertDeposit(tenant.businessId, paymentId, { status: 'BLOCKED' })),
    );
  await many(120);
  await sweep();
  minutes(1.1);
  await Promise.all([tell(), tell()]);
  await tell();
  expect(recipients()).toEqual(desk());
  expect(text()).toContain('120 new cases');
  expect(text()).toContain('and 100 more');
  await many(3);
  await sweep();
  minutes(5);
  await tell();
  expect(server.received).toHaveLength(2);
  minutes(11);
  await tell();
  expect(server.received).toHaveLength(4);
  expect(subjects().at(-1)).toContain('3 new');
});

test('a case that was decided before the mail left is not told of', async () => {
  const { caseId } = await flagged();
  await decide(caseId, 'clear');
  minutes(2);
  expect(await tell()).toMatchObject({ told: 0, sent: 0 });
  expect(await database().reviewAlert.count({ where: { caseId, state: 'moot' } })).toBe(1);
});

test('an overdue case is told of once for each due time', async () => {
  const { caseId } = await flagged();
  minutes(2);
  await tell();
  minutes(24 * 60);
  expect(await tell()).toMatchObject({ overdue: 1, sent: 2 });
  expect(subjects().at(-1)).toContain('1 overdue');
  minutes(60);
  expect(await tell()).toMatchObject({ overdue: 0, sent: 0 });
  expect(await database().reviewAlert.count({ where: { caseId } })).toBe(2);
});

test('the service letting through what we keep blocked is told of; settled again before the mail, it is not', async () => {
  const first = await flagged();
  await decide(first.caseId, 'keep-blocked');
  const second = await flagged();
  await decide(second.caseId, 'keep-blocked');
  await sweep();
  minutes(20);
  await setStatus(first.depositId, 'CONFIRMED');
  await setStatus(second.depositId, 'CONFIRMED');
  await setStatus(second.depositId, 'COMPLIANCE_REVIEW');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  expect(text()).toContain('1 case where our decision and the service');
  expect(text()).toContain(first.caseId);
  expect(text()).not.toContain(second.caseId);
  // The same contradiction is not told of twice; one that begins anew is.
  await setStatus(first.depositId, 'CONFIRMED');
  minutes(20);
  expect(await tell()).toMatchObject({ sent: 0 });
});

test('what somebody decided against the status that they saw is told of a day later, if it still stands', async () => {
  const { caseId } = await flagged('BLOCKED');
  await decide(caseId, 'clear');
  await sweep();
  minutes(60);
  expect(await tell()).toMatchObject({ sent: 0 });
  minutes(24 * 60);
  expect(await tell()).toMatchObject({ sent: 2 });
  expect(text()).toContain('disagree');
});

test('a refund that the service refuses afterwards is told of at once, though the status is the one seen', async () => {
  const { caseId, depositId } = await flagged();
  await decide(caseId, 'recommend-refund');
  await sweep();
  minutes(20);
  const key = { businessId: tenant.businessId, depositId };
  await database().deposit.update({
    where: { businessId_depositId: key },
    data: { refundStatus: 'NON_REFUNDABLE' },
  });
  await sweep();
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  expect(text()).toContain(caseId);
});

test('of a merged case, a contradiction by what joined is told of at once', async () => {
  const [stays, joins] = [await flagged(), await flagged()];
  const { businessId } = tenant;
  const seen = async ({ caseId }: { caseId: string }) => ({
    caseId,
    version: (await readCase(tenant.as.compliance, businessId, caseId)).version,
  });
  await mergeCases(tenant.as.compliance, { businessId, into: await seen(stays), cases: [await seen(joins)] });
  await decide(stays.caseId, 'keep-blocked');
  await sweep();
  minutes(20);
  await setStatus(joins.depositId, 'CONFIRMED');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  expect(text()).toContain(stays.caseId);
});

test('a second contradiction is told of while the first stands; settled before the mail, or only the first again, it is not', async () => {
  const [stays, joins, third] = [await flagged(), await flagged(), await flagged()];
  const { businessId } = tenant;
  const seen = async ({ caseId }: { caseId: string }) => ({
    caseId,
    version: (await readCase(tenant.as.compliance, businessId, caseId)).version,
  });
  const cases = [await seen(joins), await seen(third)];
  await mergeCases(tenant.as.compliance, { businessId, into: await seen(stays), cases });
  await decide(stays.caseId, 'keep-blocked');
  await sweep();
  minutes(20);
  await setStatus(joins.depositId, 'CONFIRMED');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  minutes(20);
  await setStatus(stays.depositId, 'CONFIRMED');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  minutes(20);
  await setStatus(third.depositId, 'CONFIRMED');
  await setStatus(third.depositId, 'COMPLIANCE_REVIEW');
  await setStatus(stays.depositId, 'CONFIRMED');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 0 });
  // One settled, one stands: that is no news, and the case still disagrees.
  await setStatus(joins.depositId, 'COMPLIANCE_REVIEW');
  minutes(20);
  expect(await tell()).toMatchObject({ sent: 0 });
  const whole = await readCase(tenant.as.compliance, businessId, stays.caseId);
  expect(whole.disagreements).toEqual(['We keep it blocked; the service let it through.']);
  // It begins anew.
  await setStatus(joins.depositId, 'CONFIRMED');
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
});

test('what somebody decided against knowingly does not keep a second contradiction waiting', async () => {
  const { caseId, depositId } = await flagged();
  await setStatus(depositId, 'CONFIRMED');
  await decide(caseId, 'recommend-refund');
  await sweep();
  minutes(20);
  expect(await tell()).toMatchObject({ sent: 0 });
  const key = { businessId: tenant.businessId, depositId };
  await database().deposit.update({
    where: { businessId_depositId: key },
    data: { refundStatus: 'NON_REFUNDABLE' },
  });
  await sweep();
  minutes(2);
  expect(await tell()).toMatchObject({ sent: 2 });
  minutes(25 * 60);
  expect(await tell()).toMatchObject({ sent: 0 });
});

test('a cleared case that a new fact opens again is told of', async () => {
  const { caseId, depositId } = await flagged();
  await decide(caseId, 'clear');
  await sweep();
  await setStatus(depositId, 'BLOCKED');
  minutes(2);
  await tell();
  expect(subjects().at(-1)).toContain('1 opened again');
});

test('who switched it off, is disabled, or has another role gets none; the desk shows who does', async () => {
  const { businessId } = tenant;
  const off = await createPerson(new Map([[businessId, 'compliance']]));
  expect(await setAlerts(off, { businessId, wanted: false })).toEqual({ wanted: false });
  const disabled = await createPerson(new Map([[businessId, 'compliance']]));
  const where = { id: disabled.actor.personId };
  await database().person.update({ where, data: { disabledAt: new Date() } });
  await flagged();
  minutes(2);
  await tell();
  expect(recipients()).toEqual(desk());
  const mail = await readDeskMail(off, businessId);
  expect(mail).toMatchObject({ wanted: false, readers: 2, server: { host: '127.0.0.1', port: server.port } });
  expect(mail.lastSentAt).not.toBeNull();
  await setAlerts(off, { businessId, wanted: true });
  expect((await readDeskMail(off, businessId)).readers).toBe(3);
  const other = await createTenant();
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const) {
    await expect(setAlerts(who, { businessId, wanted: true })).rejects.toMatchObject({ code });
    await expect(readDeskMail(who, businessId)).rejects.toMatchObject({ code });
  }
  expect(
    await database().auditEntry.count({ where: { chainId: businessId, action: 'review-desk.mail' } }),
  ).toBe(2);
});

test('a business whose name is an attack sends a mail with one subject and no markup of its', async () => {
  const name = 'Evil\r\nBcc: thief@evil.test\r\n\r\n<script>alert(1)</script>\u202e"';
  await database().business.update({ where: { id: tenant.businessId }, data: { name } });
  await flagged();
  minutes(2);
  await tell();
  const raw = server.received[0]?.raw ?? '';
  const names = headersOf(raw).map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.filter((header) => header === 'subject')).toHaveLength(1);
  expect(names).not.toContain('bcc');
  expect(recipients()).toEqual(desk());
  expect(bodyOf(raw)).toContain('&lt;script&gt;');
  expect(bodyOf(raw)).not.toMatch(/<p>[^<]*<strong>[^<]*<script>/);
});

test('a fact whose transaction rolls back is not told of, and noticing one twice tells of it once', async () => {
  const { caseId: id } = await flagged();
  const caseId = toId<CaseId>(id);
  const { businessId } = tenant;
  const alert = { businessId, caseId, kind: 'disagreement', at: instant(now) } as const;
  const rolledBack = inTransaction(async (transaction) => {
    await raiseAlert(transaction, alert);
    throw new Error('not so');
  });
  await expect(rolledBack).rejects.toThrow('not so');
  expect(await database().reviewAlert.count({ where: { caseId, kind: 'disagreement' } })).toBe(0);
  for (let n = 0; n < 2; n += 1) await inTransaction((transaction) => raiseAlert(transaction, alert));
  expect(await database().reviewAlert.count({ where: { caseId, kind: 'disagreement' } })).toBe(1);
});

test('where mail is switched off again, nothing waits for it', async () => {
  await flagged();
  minutes(2);
  expect(await mailAlerts(systemContext('alerts', clock), false)).toEqual({ overdue: 0, told: 0 });
  expect(await database().reviewAlert.count({ where: { state: 'waiting' } })).toBe(0);
});
