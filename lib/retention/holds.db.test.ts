import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRecordHolds, readRetention } from './index.ts';
import { listUndercutLaws } from './model.ts';
import { placeHold } from './place-hold.ts';
import { previewRetention } from './queries.ts';
import { placeHoldForm } from './schema.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

describe('a hold', () => {
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
    await desk.closePeriod();
    await desk.setYears('payment', '5');
    const obstacles = (await readRetention(desk.tenant.as.compliance, businessId)).rules[0]?.preview
      ?.obstacles;
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
});

describe('a hold on a record', () => {
  test('shows a hold on the page of its record, by name, only to people who work on cases', async () => {
    const { businessId, as } = await createTenant();
    const clientPaymentId = `held-${randomUUID()}`;
    const paymentId = await insertPayment(businessId, { clientPaymentId });
    const record = { kind: 'payment', recordId: paymentId } as const;
    expect(await readRecordHolds(as.compliance, businessId, record)).toEqual({ record, holds: [] });
    await placeHold(as.compliance, { businessId, ...record, reason: 'Request of the court' });
    expect((await readRecordHolds(as.owner, businessId, record)).holds).toMatchObject([
      {
        kind: 'payment',
        recordId: paymentId,
        name: clientPaymentId,
        reason: 'Request of the court',
        lift: null,
      },
    ]);
    // The case of a payment shows the hold that protects it.
    const reviewCase = { kind: 'case', recordId: randomUUID() } as const;
    expect((await readRecordHolds(as.owner, businessId, reviewCase, [record])).holds).toHaveLength(1);
    for (const role of ['viewer', 'finance'] as const)
      await expect(readRecordHolds(as[role], businessId, record)).rejects.toMatchObject({
        code: 'forbidden',
      });
  });

  test('finds no hold of another business', async () => {
    const [one, other] = [await createTenant(), await createTenant()];
    const paymentId = await insertPayment(one.businessId, { clientPaymentId: `held-${randomUUID()}` });
    const record = { kind: 'payment', recordId: paymentId } as const;
    await placeHold(one.as.compliance, {
      businessId: one.businessId,
      ...record,
      reason: 'Request of the court',
    });
    expect((await readRecordHolds(other.as.compliance, other.businessId, record)).holds).toEqual([]);
  });

  test('previews a time for owners alone, before it is proposed', async () => {
    const { businessId, as } = await createTenant();
    const input = { businessId, kind: 'payment', years: 1 } as const;
    expect(await previewRetention(as.owner, input)).toMatchObject({ count: 0, expiring: 0 });
    await expect(previewRetention(as.compliance, input)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('names the laws that require more years', () => {
    expect(listUndercutLaws('payment', 4)).toEqual(['amlr', 'vouchers', 'ofac']);
    expect(listUndercutLaws('payment', 8)).toEqual(['ofac']);
    expect(listUndercutLaws('payment', 10)).toEqual([]);
    expect(listUndercutLaws('case', 8)).toEqual(['ofac']);
    expect(listUndercutLaws('sign-in', 1)).toEqual([]);
  });
});

describe('finding a held record', () => {
  test('finds the held record by its reference or case number', async () => {
    const { businessId, as } = await createTenant();
    const place = (kind: 'payment' | 'withdrawal' | 'case' | 'callback', recordId: string) =>
      placeHold(
        as.compliance,
        placeHoldForm.parse({ businessId, kind, recordId, reason: 'Request of the court' }),
      );
    const clientPaymentId = `held-${randomUUID()}`;
    const paymentId = await insertPayment(businessId, { clientPaymentId });
    const clientWithdrawalId = `held-${randomUUID()}`;
    const withdrawalId = await insertWithdrawal(businessId, { clientWithdrawalId });
    const at = new Date();
    const { caseId, number } = await database().reviewCase.create({
      data: {
        ...{ businessId, subjectKind: 'withdrawal', subjectId: withdrawalId, state: 'open' },
        ...{ openedAt: at, dueAt: at, changedAt: at },
      },
    });
    const listHeld = (holds: readonly { readonly recordId: string }[]) =>
      holds.map(({ recordId }) => recordId);
    expect(listHeld((await place('payment', ` ${clientPaymentId} `)).holds)).toContain(paymentId);
    expect(listHeld((await place('withdrawal', clientWithdrawalId)).holds)).toContain(withdrawalId);
    expect(listHeld((await place('case', `Case ${number}`)).holds)).toContain(caseId);
    await expect(place('callback', clientPaymentId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(place('payment', 'no such reference')).rejects.toMatchObject({ code: 'not-found' });
    await insertPayment(businessId, { clientPaymentId });
    await expect(place('payment', clientPaymentId)).rejects.toMatchObject({ code: 'conflict' });
  });
});
