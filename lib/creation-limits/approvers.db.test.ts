import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { decideLimitChange } from './decide-limit-change.ts';
import { listLimitProposals, listWaitingPayments, readLimits } from './index.ts';
import { proposePayment } from './propose-payment.ts';
import { sendApproved } from './send-approved.ts';
import { createLimitFixture } from './testing/limit-fixture.ts';

const desk = createLimitFixture(() => startFakeService());

const createApprover = () => createPerson(new Map([[desk.tenant.businessId, 'approver' as const]]));

/** Gives access by the owner an hour ago. */
const giveAccess = ({ actor }: Context<PersonActor>) =>
  database().accessGrant.create({
    data: {
      businessId: desk.tenant.businessId,
      personId: actor.personId,
      grantedById: desk.tenant.as.owner.actor.personId,
      kind: 'invitation',
      grantedAt: new Date(Date.now() - 3_600_000),
    },
  });

describe('an approver', () => {
  test('approves a higher limit, and sees only the limits', async () => {
    const approver = await createApprover();
    const { businessId } = desk.tenant;
    await desk.setLimit('500');
    const proposalId = (await desk.setLimit('900')).changes[0]?.proposalId ?? '';
    expect(await listLimitProposals(approver, businessId)).toMatchObject({
      limits: [{ currency: 'EUR', amount: '500' }],
      changes: [{ proposalId, after: '900', isMine: false, blocks: [] }],
      mayManage: false,
    });
    await expect(readLimits(approver, businessId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(desk.setLimit('100', approver)).rejects.toMatchObject({ code: 'forbidden' });
    const answer = (decision: 'approve' | 'withdraw') =>
      decideLimitChange(approver, { businessId, proposalId, answer: decision });
    await expect(answer('withdraw')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await answer('approve')).toMatchObject({ limits: [{ amount: '900' }], changes: [] });
    for (const who of [desk.tenant.as.finance, desk.tenant.as.compliance, desk.tenant.as.viewer])
      await expect(listLimitProposals(who, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('approves a payment, which is sent in the name of its proposer', async () => {
    const approver = await createApprover();
    const { businessId, as } = desk.tenant;
    await desk.setLimit('100');
    const form = desk.createForm('250');
    await proposePayment(as.finance, form);
    const [waiting] = await listWaitingPayments(approver, businessId);
    expect(waiting).toMatchObject({
      state: 'proposed',
      price: { amount: '250', currency: 'EUR' },
      blocks: [],
    });
    const fields = new Map(waiting?.fields.map(({ field, value }) => [field, value]));
    expect(fields.get('clientPaymentId')).toBe(form.clientPaymentId);
    const proposalId = waiting?.proposalId ?? '';
    const { intentId, waiting: left } = await desk.answer(approver, proposalId, 'approve');
    expect(left).toEqual([]);
    expect(await database().paymentIntent.findUnique({ where: { id: intentId ?? '' } })).toMatchObject({
      state: 'CREATED',
      createdById: as.finance.actor.personId,
    });
    expect(desk.service.requests).toHaveLength(1);
    await expect(
      sendApproved(approver, { businessId, proposalId, secondLinkAccepted: true }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(proposePayment(approver, desk.createForm('250'))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('declines a payment', async () => {
    const approver = await createApprover();
    await desk.setLimit('100');
    const [waiting] = (await proposePayment(desk.tenant.as.finance, desk.createForm('250'))).waiting;
    expect(await desk.answer(approver, waiting?.proposalId ?? '', 'decline')).toEqual({
      waiting: [],
      intentId: null,
    });
    expect(desk.service.requests).toHaveLength(0);
  });

  test('can’t approve for 72 hours what the person proposes who invited them', async () => {
    const approver = await createApprover();
    await giveAccess(approver);
    const { businessId, as } = desk.tenant;
    await desk.setLimit('500');
    const proposalId = (await desk.setLimit('900')).changes[0]?.proposalId ?? '';
    expect(await listLimitProposals(approver, businessId)).toMatchObject({
      changes: [{ blocks: [{ reason: 'eachOther', possibleFrom: expect.any(Number) }] }],
    });
    await expect(
      decideLimitChange(approver, { businessId, proposalId, answer: 'approve' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    // The owner gave no access to finance, so the approver can answer their payments.
    const [waiting] = (await proposePayment(as.finance, desk.createForm('501'))).waiting;
    await desk.answer(approver, waiting?.proposalId ?? '', 'approve');
  });

  test('approves nothing without access, and the database refuses what an approver proposes', async () => {
    const approver = await createApprover();
    const { businessId, as } = desk.tenant;
    const { personId } = approver.actor;
    await desk.setLimit('500');
    const proposalId = (await desk.setLimit('900')).changes[0]?.proposalId ?? '';
    const approve = (id: string, answeredById: string) =>
      database().proposal.update({
        where: { businessId_proposalId: { businessId, proposalId: id } },
        data: { state: 'final', answeredById, answeredAt: new Date() },
      });
    const membership = { where: { personId }, data: { disabledAt: new Date() } };
    await database().membership.updateMany(membership);
    await expect(approve(proposalId, personId)).rejects.toThrow();
    await database().membership.updateMany({ ...membership, data: { disabledAt: null } });
    await decideLimitChange(as.owner, { businessId, proposalId, answer: 'withdraw' });
    const own = await database().proposal.create({
      data: {
        businessId,
        kind: 'creation-limit',
        subject: 'EUR',
        after: '900',
        proposedById: personId,
        proposedAt: new Date(),
      },
    });
    await expect(approve(own.proposalId, as.owner.actor.personId)).rejects.toThrow();
  });
});
