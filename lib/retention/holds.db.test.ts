import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { placeHoldForm } from './schema.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();

test('keeps records under a legal hold, with a case, or with anything unresolved', async () => {
  const { businessId } = desk.tenant;
  const [held, reviewed, noted, quarantined, read, suspected] = [
    await desk.reportPayment(),
    await desk.reportPayment(),
    await desk.reportPayment(),
    await desk.reportPayment(),
    await desk.reportPayment(),
    await desk.reportPayment(),
  ];
  const hold = placeHoldForm.parse({
    businessId,
    kind: 'payment',
    recordId: held.paymentId.toUpperCase(),
    reason: 'The court ordered it, file 17',
  });
  await expect(placeHold(desk.tenant.as.finance, hold)).rejects.toMatchObject({ code: 'forbidden' });
  const { holds } = await placeHold(desk.tenant.as.compliance, hold);
  await expect(placeHold(desk.tenant.as.compliance, hold)).rejects.toMatchObject({ code: 'conflict' });
  await expect(
    placeHold(desk.tenant.as.compliance, { ...hold, recordId: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
  const opened = {
    state: 'open',
    openedAt: new Date(desk.old),
    dueAt: new Date(desk.old),
    changedAt: new Date(desk.old),
  };
  await database().reviewCase.createMany({
    data: [
      { businessId, subjectKind: 'deposit', subjectId: reviewed.depositId, ...opened },
      { businessId, subjectKind: 'payment', subjectId: suspected.paymentId, ...opened },
    ],
  });
  await database().recordNote.create({
    data: {
      businessId,
      kind: 'payment',
      recordId: noted.paymentId,
      authorId: desk.tenant.as.owner.actor.personId,
      createdAt: new Date(),
      text: 'Still needed',
      writtenAt: new Date(),
    },
  });
  await desk.deliver('deposit-received', {
    ...depositCallbackSample({ paymentId: quarantined.paymentId }),
    actualDepositAmount: 'a lot',
  });
  await database().payment.updateMany({
    where: { paymentId: read.paymentId },
    data: { nextReadAt: new Date() },
  });
  await desk.setYears('payment', '5');
  const obstacles = (await readRetention(desk.tenant.as.compliance, businessId)).rules[0]?.preview?.obstacles;
  expect(obstacles?.map(({ obstacle, count }) => `${obstacle} ${count}`).toSorted()).toEqual([
    'case 2',
    'changed 1',
    'held 1',
    'quarantined 1',
    'read 1',
  ]);
  expect(await desk.run()).toEqual({ expired: 0, retained: 6 });
  expect(await database().payment.count({ where: { businessId } })).toBe(6);

  const holdId = holds[0]?.holdId ?? '';
  const proposalId = await desk.proposeLift(desk.tenant.as.compliance, holdId);
  await expect(desk.proposeLift(desk.second, holdId)).rejects.toMatchObject({ code: 'conflict' });
  const approve = { businessId, proposalId, answer: 'approve' } as const;
  await expect(decideHoldLift(desk.tenant.as.compliance, approve)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await desk.restart();
  expect(await desk.run()).toMatchObject({ expired: 0 });
  expect(await decideHoldLift(desk.second, approve)).toMatchObject({ holds: [] });
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 5 });
  await desk.verifyAll();
});

test.each([
  ['approver', 'forbidden'],
  ['proposer', 'conflict'],
] as const)('keeps a hold while the account of the %s is disabled', async (who, code) => {
  const { businessId, as } = desk.tenant;
  const { paymentId: recordId } = await desk.reportPayment();
  const hold = placeHoldForm.parse({
    businessId,
    kind: 'payment',
    recordId,
    reason: 'The court ordered it, file 18',
  });
  const holdId = (await placeHold(as.compliance, hold)).holds[0]?.holdId ?? '';
  const proposalId = await desk.proposeLift(as.compliance, holdId);
  const { personId } = (who === 'approver' ? desk.second : as.compliance).actor;
  const approve = () => decideHoldLift(desk.second, { businessId, proposalId, answer: 'approve' });
  await expect(actDuringDisabling(personId, approve)).rejects.toMatchObject({ code });
});

test('the database lifts no hold without a final proposal, and keeps proposals', async () => {
  const { businessId, as } = desk.tenant;
  const { paymentId: recordId } = await desk.reportPayment();
  const reason = 'The court ordered it, file 19';
  const hold = placeHoldForm.parse({ businessId, kind: 'payment', recordId, reason });
  const holdId = (await placeHold(as.compliance, hold)).holds[0]?.holdId ?? '';
  const lift = () =>
    database().legalHold.updateMany({ where: { businessId, holdId }, data: { liftedAt: new Date() } });
  await expect(lift()).rejects.toThrow('two independent people');
  const declined = await desk.proposeLift(as.compliance, holdId);
  await expect(lift()).rejects.toThrow('two independent people');
  await decideHoldLift(desk.second, { businessId, proposalId: declined, answer: 'decline' });
  await expect(lift()).rejects.toThrow('two independent people');
  await desk.proposeLift(as.compliance, holdId);
  const { actor } = as.finance;
  await expect(
    database().proposal.updateMany({
      where: { businessId, state: 'proposed' },
      data: { state: 'final', answeredById: actor.personId, answeredAt: new Date() },
    }),
  ).rejects.toThrow('two eligible people');
});
