import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readBody, readHeaders } from '#lib/platform/testing/mail-server.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readDeskMail } from '../queries/desk-mail.ts';
import { raiseAlert } from '../store/alerts.ts';
import { mailAlerts } from './mail-alerts.ts';
import { setAlerts } from './set-alerts.ts';
import { createAlertMailFixture } from './testing/alert-mail-fixture.ts';

const { clock, desk, minutes, readers, recipients, server, setStatus, subjects, tell, text } =
  createAlertMailFixture();

test('mails a new case to compliance and owners only, with number and link and no content', async () => {
  const secrets = { fromAddress: 'bc1qsecret', transactionId: 'tx-secret' };
  const { caseId, depositId, paymentId } = await desk().flagged(secrets);
  expect(await tell()).toMatchObject({ notified: 0, sent: 0 });
  minutes(1.1);
  expect(await tell()).toMatchObject({ notified: 3, sent: 3 });
  expect(recipients()).toEqual(readers());
  expect(text()).toContain(`http://localhost:3000/${desk().businessId}/reviews/${caseId}`);
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
  expect(await tell()).toMatchObject({ notified: 0, sent: 0 });
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: desk().businessId, action: 'review-desk.alert' },
  });
  expect(entry.after).toMatchObject({ about: [{ kind: 'opened', case: 1 }] });
});

test('sends hundreds of cases in one email a person, and the next after 15 minutes', async () => {
  const paymentId = await insertPayment(desk().businessId);
  const openCases = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => insertDeposit(desk().businessId, paymentId, { status: 'BLOCKED' })),
    );
  await openCases(120);
  await desk().sweep();
  minutes(1.1);
  await Promise.all([tell(), tell()]);
  await tell();
  expect(recipients()).toEqual(readers());
  expect(text()).toContain('120 new cases');
  expect(text()).toContain('and 100 more');
  await openCases(3);
  await desk().sweep();
  minutes(5);
  await tell();
  expect(server().received).toHaveLength(3);
  minutes(11);
  await tell();
  expect(server().received).toHaveLength(6);
  expect(subjects().at(-1)).toContain('3 new');
});

test('drops the mail of a case that is already decided', async () => {
  const { caseId } = await desk().flagged();
  await desk().propose(caseId);
  minutes(2);
  expect(await tell()).toMatchObject({ notified: 0, sent: 0 });
  expect(await database().reviewAlert.count({ where: { caseId, state: 'moot' } })).toBe(1);
});

test('mails an overdue case once for each due time', async () => {
  const { caseId } = await desk().flagged();
  minutes(2);
  await tell();
  minutes(24 * 60);
  expect(await tell()).toMatchObject({ overdue: 1, sent: 3 });
  expect(subjects().at(-1)).toContain('1 overdue');
  minutes(60);
  expect(await tell()).toMatchObject({ overdue: 0, sent: 0 });
  expect(await database().reviewAlert.count({ where: { caseId } })).toBe(2);
});

test('mails a cleared case that a new fact reopens', async () => {
  const { caseId, depositId } = await desk().flagged();
  await desk().propose(caseId);
  await desk().sweep();
  await setStatus(depositId, 'BLOCKED');
  minutes(2);
  await tell();
  expect(subjects().at(-1)).toContain('1 reopened');
});

test('mails no one who is unsubscribed, disabled or in another role, and shows the recipients', async () => {
  const { businessId } = desk();
  const off = await createPerson(new Map([[businessId, 'compliance']]));
  expect(await setAlerts(off, { businessId, wanted: false })).toEqual({ wanted: false });
  const disabled = await createPerson(new Map([[businessId, 'compliance']]));
  const where = { id: disabled.actor.personId };
  await database().person.update({ where, data: { disabledAt: new Date() } });
  await desk().flagged();
  minutes(2);
  await tell();
  expect(recipients()).toEqual(readers());
  const mail = await readDeskMail(off, businessId);
  expect(mail).toMatchObject({
    wanted: false,
    readers: 3,
    server: { host: '127.0.0.1', port: server().port },
  });
  expect(mail.lastSentAt).not.toBeNull();
  await setAlerts(off, { businessId, wanted: true });
  expect((await readDeskMail(off, businessId)).readers).toBe(4);
  const other = await createTenant();
  for (const [who, code] of [
    [desk().as.viewer, 'forbidden'],
    [desk().as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const) {
    await expect(setAlerts(who, { businessId, wanted: true })).rejects.toMatchObject({ code });
    await expect(readDeskMail(who, businessId)).rejects.toMatchObject({ code });
  }
  expect(
    await database().auditEntry.count({ where: { chainId: businessId, action: 'review-desk.mail' } }),
  ).toBe(2);
});

test('sends an email with one subject and no markup for a business with a hostile name', async () => {
  const name = 'Evil\r\nBcc: thief@evil.test\r\n\r\n<script>alert(1)</script>\u202e"';
  await database().business.update({ where: { id: desk().businessId }, data: { name } });
  await desk().flagged();
  minutes(2);
  await tell();
  const raw = server().received[0]?.raw ?? '';
  const names = readHeaders(raw).map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.filter((header) => header === 'subject')).toHaveLength(1);
  expect(names).not.toContain('bcc');
  expect(recipients()).toEqual(readers());
  expect(readBody(raw)).toContain('&lt;script&gt;');
  expect(readBody(raw)).not.toMatch(/<p>[^<]*<strong>[^<]*<script>/);
});

test('mails nothing after a rollback, and mails a repeated fact once', async () => {
  const { caseId: id } = await desk().flagged();
  const caseId = toId<CaseId>(id);
  const { businessId } = desk();
  const alert = { businessId, caseId, kind: 'disagreement', at: clock.now() } as const;
  const rolledBack = inTransaction(async (transaction) => {
    await raiseAlert(transaction, alert);
    throw new Error('not so');
  });
  await expect(rolledBack).rejects.toThrow('not so');
  expect(await database().reviewAlert.count({ where: { caseId, kind: 'disagreement' } })).toBe(0);
  for (let n = 0; n < 2; n += 1) await inTransaction((transaction) => raiseAlert(transaction, alert));
  expect(await database().reviewAlert.count({ where: { caseId, kind: 'disagreement' } })).toBe(1);
});

test('leaves nothing queued when email is turned off again', async () => {
  await desk().flagged();
  minutes(2);
  expect(await mailAlerts(systemContext('alerts', clock), false)).toEqual({ overdue: 0, notified: 0 });
  expect(await database().reviewAlert.count({ where: { state: 'waiting' } })).toBe(0);
});
