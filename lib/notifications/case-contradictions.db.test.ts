import { expect, test } from 'vitest';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseMailFixture } from './testing/case-mail-fixture.ts';

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
    'Your team decided to keep the money blocked, but the service released the money.',
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
