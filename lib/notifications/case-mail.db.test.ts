import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readBody, readHeaders } from '#lib/platform/testing/mail-server.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { readCaseMail } from './case-mail-queries.ts';
import type { Delivery } from './model.ts';
import { setNotificationsForm } from './schema.ts';
import { setNotifications } from './set-notifications.ts';
import { createCaseMailFixture } from './testing/case-mail-fixture.ts';

const { desk, minutes, readers, recipients, server, setStatus, subjects, tell, text } =
  createCaseMailFixture(createCaseFixture);

test('mails a new case to compliance and owners only, with number and link and no content', async () => {
  const secrets = { fromAddress: 'bc1qsecret', transactionId: 'tx-secret' };
  const { caseId, depositId, paymentId } = await desk().flagged(secrets);
  expect(await tell()).toMatchObject({ notified: 3, sent: 3 });
  expect(recipients()).toEqual(readers());
  expect(text()).toContain(`http://localhost:3000/${desk().businessId}/reviews/${caseId}`);
  expect(text()).toContain('Review case opened: Case 1');
  expect(text()).toContain('discuss cases with anyone outside compliance.');
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
});

test('sends hundreds of cases in one email a person, and the next after five minutes', async () => {
  const paymentId = await insertPayment(desk().businessId);
  const openCases = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => insertDeposit(desk().businessId, paymentId, { status: 'BLOCKED' })),
    );
  await openCases(120);
  await desk().sweep();
  await Promise.all([tell(), tell()]);
  await tell();
  expect(recipients()).toEqual(readers());
  expect(subjects()[0]).toContain('120 new notifications');
  expect(text()).toContain('and 117 more');
  await openCases(3);
  await desk().sweep();
  minutes(3);
  await tell();
  expect(server().received).toHaveLength(3);
  minutes(3);
  await tell();
  expect(server().received).toHaveLength(6);
  expect(subjects().at(-1)).toContain('3 new notifications');
});

test('drops the mail of a case that is already decided', async () => {
  const { caseId } = await desk().flagged();
  await desk().propose(caseId);
  expect(await tell()).toMatchObject({ notified: 3, sent: 0 });
});

test('mails an overdue case once for each due time', async () => {
  const { caseId } = await desk().flagged();
  await tell();
  minutes(24 * 60 + 1);
  expect(await tell()).toMatchObject({ notified: 3, sent: 3 });
  expect(text()).toContain('Review case overdue: Case 1');
  minutes(60);
  expect(await tell()).toMatchObject({ notified: 0, sent: 0 });
  expect(
    await database().notification.groupBy({ by: ['kind'], where: { recordId: caseId }, _count: true }),
  ).toHaveLength(2);
});

test('mails a cleared case that a new fact reopens', async () => {
  const { caseId, depositId } = await desk().flagged();
  await desk().propose(caseId);
  await desk().sweep();
  await tell();
  minutes(6);
  await setStatus(depositId, 'BLOCKED');
  await tell();
  expect(text()).toContain('Review case reopened by a new reason: Case 1');
});

test('mails no one who turned it off, is disabled or in another role, and counts the recipients', async () => {
  const { businessId } = desk();
  const choose = (who: Context<PersonActor>, delivery: Delivery) =>
    setNotifications(
      who,
      setNotificationsForm.parse({
        businessId,
        choices: [{ kind: 'case-opened', delivery }],
        timeZone: 'UTC',
        quietHours: null,
      }),
    );
  const off = await createPerson(new Map([[businessId, 'compliance']]));
  await choose(off, 'app');
  const disabled = await createPerson(new Map([[businessId, 'compliance']]));
  const where = { id: disabled.actor.personId };
  await database().person.update({ where, data: { disabledAt: new Date() } });
  await desk().flagged();
  await tell();
  expect(recipients()).toEqual(readers());
  const mail = await readCaseMail(off, businessId);
  expect(mail).toMatchObject({ readers: 3, server: { host: '127.0.0.1', port: server().port } });
  expect(mail.lastSentAt).not.toBeNull();
  await choose(off, 'daily');
  expect((await readCaseMail(off, businessId)).readers).toBe(4);
  const other = await createTenant();
  for (const [who, code] of [
    [desk().as.viewer, 'forbidden'],
    [desk().as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const)
    await expect(readCaseMail(who, businessId)).rejects.toMatchObject({ code });
});

test('sends an email with one subject and no markup for a business with a hostile name', async () => {
  const name = 'Evil\r\nBcc: thief@evil.test\r\n\r\n<script>alert(1)</script>\u202e"';
  await database().business.update({ where: { id: desk().businessId }, data: { name } });
  await desk().flagged();
  await tell();
  const raw = server().received[0]?.raw ?? '';
  const names = readHeaders(raw).map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.filter((header) => header === 'subject')).toHaveLength(1);
  expect(names).not.toContain('bcc');
  expect(recipients()).toEqual(readers());
  expect(readBody(raw)).toContain('&lt;script&gt;');
  expect(readBody(raw)).not.toMatch(/<p>[^<]*<script>/);
});
