import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readBody, readHeaders } from '#lib/platform/testing/mail-server.ts';
import { answerRequest, requestInformation } from '#lib/reviews/cases/request-information.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { readCaseMail } from './case-mail-queries.ts';
import type { Delivery } from './model.ts';
import { setNotificationsForm } from './schema.ts';
import { setNotifications } from './set-notifications.ts';
import { createCaseMailFixture } from './testing/case-mail-fixture.ts';

describe('cases', () => {
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
        Array.from({ length: count }, () =>
          insertDeposit(desk().businessId, paymentId, { status: 'BLOCKED' }),
        ),
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
});

describe('contradictions', () => {
  const { desk, minutes, setStatus, tell, text } = createCaseMailFixture(createCaseFixture);

  test('mails a service status that contradicts a decision, unless it is settled before', async () => {
    const first = await desk().flagged();
    await desk().propose(first.caseId, 'keep-blocked');
    const second = await desk().flagged();
    await desk().propose(second.caseId, 'keep-blocked');
    await desk().sweep();
    minutes(20);
    await setStatus(first.depositId, 'CONFIRMED');
    await setStatus(second.depositId, 'CONFIRMED');
    await setStatus(second.depositId, 'COMPLIANCE_REVIEW');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
    expect(text()).toContain('Provider status conflict on a review case');
    expect(text()).toContain(first.caseId);
    expect(text()).not.toContain(second.caseId);
    // The same conflict is reported once; one that begins again is reported again.
    await setStatus(first.depositId, 'CONFIRMED');
    minutes(20);
    expect(await tell()).toMatchObject({ sent: 0 });
  });

  test('mails a known contradiction after a day if it still exists', async () => {
    const { caseId } = await desk().flagged({ status: 'BLOCKED' });
    await desk().propose(caseId);
    await desk().sweep();
    minutes(60);
    expect(await tell()).toMatchObject({ sent: 0 });
    minutes(24 * 60);
    expect(await tell()).toMatchObject({ sent: 3 });
    expect(text()).toContain('Provider status conflict on a review case');
  });

  test('mails a refused refund at once', async () => {
    const { caseId, depositId } = await desk().flagged();
    await desk().propose(caseId, 'recommend-refund');
    await desk().sweep();
    minutes(20);
    await desk().change(depositId, { refundStatus: 'NON_REFUNDABLE' });
    await desk().sweep();
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
    expect(text()).toContain(caseId);
  });

  test('mails a contradiction of a merged deposit at once', async () => {
    const [stays, joins] = [await desk().flagged(), await desk().flagged()];
    await desk().merge(stays.caseId, joins.caseId);
    await desk().propose(stays.caseId, 'keep-blocked');
    await desk().sweep();
    minutes(20);
    await setStatus(joins.depositId, 'CONFIRMED');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
    expect(text()).toContain(stays.caseId);
  });

  test('mails a second contradiction once while the first exists', async () => {
    const [stays, joins, third] = [await desk().flagged(), await desk().flagged(), await desk().flagged()];
    await desk().merge(stays.caseId, joins.caseId, third.caseId);
    await desk().propose(stays.caseId, 'keep-blocked');
    await desk().sweep();
    minutes(20);
    await setStatus(joins.depositId, 'CONFIRMED');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
    minutes(20);
    await setStatus(stays.depositId, 'CONFIRMED');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
    minutes(20);
    await setStatus(third.depositId, 'CONFIRMED');
    await setStatus(third.depositId, 'COMPLIANCE_REVIEW');
    await setStatus(stays.depositId, 'CONFIRMED');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 0 });
    // One conflict is settled and one remains: no mail is sent, and the case still shows the conflict.
    await setStatus(joins.depositId, 'COMPLIANCE_REVIEW');
    minutes(20);
    expect(await tell()).toMatchObject({ sent: 0 });
    const whole = await desk().view(stays.caseId);
    expect(whole.disagreements).toEqual([
      'Your team decided to maintain the hold, but the service released the money.',
    ]);
    // The alert starts again.
    await setStatus(joins.depositId, 'CONFIRMED');
    minutes(2);
    expect(await tell()).toMatchObject({ sent: 3 });
  });

  test('mails a second contradiction without the delay of a known one', async () => {
    const { caseId, depositId } = await desk().flagged();
    await setStatus(depositId, 'CONFIRMED');
    await desk().propose(caseId, 'recommend-refund');
    await desk().sweep();
    minutes(20);
    expect(await tell()).toMatchObject({ sent: 0 });
    await desk().change(depositId, { refundStatus: 'NON_REFUNDABLE' });
    await desk().sweep();
    minutes(6);
    expect(await tell()).toMatchObject({ sent: 3 });
    minutes(25 * 60);
    expect(await tell()).toMatchObject({ sent: 0 });
  });
});

describe('overdue information', () => {
  const { clock, desk, minutes, readers, recipients, tell, text } = createCaseMailFixture(createCaseFixture);

  /** Requests information that is due at the end of a day, on a case that isn't due before tomorrow. */
  async function request(caseId: string, days = 0) {
    const { businessId, as } = desk();
    const dueOn = new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    const question = 'Which exchange was it?';
    return requestInformation(as.compliance, {
      businessId,
      caseId,
      to: 'service',
      question,
      language: 'en',
      dueOn,
    });
  }

  test('mails once that information is overdue, also of a merged case, and not if it was answered', async () => {
    const { businessId, as } = desk();
    const [stays, joins, answered] = [await desk().flagged(), await desk().flagged(), await desk().flagged()];
    await request(joins.caseId);
    await desk().merge(stays.caseId, joins.caseId);
    const { noteId } = await request(answered.caseId);
    await answerRequest(as.compliance, {
      businessId,
      caseId: answered.caseId,
      noteId,
      text: 'It was Kraken.',
    });
    minutes(60);
    await tell();
    expect(text()).not.toContain('Information on a review case');
    minutes(24 * 60);
    await tell();
    expect(text()).toContain('Information on a review case overdue');
    const informed = text().split('Information on a review case overdue');
    expect(informed[1]).toContain(`/reviews/${stays.caseId}`);
    expect(recipients().length).toBeGreaterThan(0);
    expect(readers()).toEqual(expect.arrayContaining([...new Set(recipients())]));
    const sent = recipients().length;
    minutes(10);
    await tell();
    expect(recipients()).toHaveLength(sent);
  });

  /** Counts the emails about overdue information on a case that each reader got. */
  async function countMailed(caseId: string): Promise<number> {
    await tell();
    const events = text().matchAll(/Information on a review case overdue: Case \d+\s+(\S+)/g);
    return [...events].filter(([, link]) => link?.endsWith(`/reviews/${caseId}`)).length / readers().length;
  }

  test('mails that information is overdue while a decision waits for the second person', async () => {
    const { caseId } = await desk().flagged({ uniformPayableAmount: '5000' });
    await request(caseId);
    await desk().propose(caseId, 'keep-blocked');
    minutes(25 * 60);
    expect(await countMailed(caseId)).toBe(1);
    await desk().answer(caseId, 'decline');
    minutes(60);
    expect(await countMailed(caseId)).toBe(1);
  });

  test('mails each overdue request of merged cases, but those of one day once', async () => {
    const [stays, first, second] = [await desk().flagged(), await desk().flagged(), await desk().flagged()];
    await request(stays.caseId);
    await request(first.caseId);
    await request(second.caseId, 1);
    await desk().merge(stays.caseId, first.caseId, second.caseId);
    minutes(25 * 60);
    expect(await countMailed(stays.caseId)).toBe(1);
    minutes(24 * 60);
    expect(await countMailed(stays.caseId)).toBe(2);
  });
});
