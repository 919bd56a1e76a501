import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { decideLimitChange } from './decide-limit-change.ts';
import { listLimitProposals, listWaitingPayments, readLimits } from './index.ts';
import { proposePayment } from './propose-payment.ts';
import { setLimitForm } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { setLimit } from './set-limit.ts';
import { isAboveLimit } from './store.ts';
import { createLimitFixture } from './testing/limit-fixture.ts';

describe('limits', () => {
  const desk = createLimitFixture(() => startFakeService());

  describe('limits', () => {
    test('lowers a limit at once, and raises or removes it only with a second owner', async () => {
      expect(await desk.setLimit('1000')).toMatchObject({
        outcome: 'set',
        limits: [{ currency: 'EUR', amount: '1000' }],
      });
      expect(await desk.setLimit('500')).toMatchObject({ outcome: 'set' });
      const proposed = await desk.setLimit('900.5');
      expect(proposed).toMatchObject({ outcome: 'proposed', limits: [{ amount: '500' }] });
      const proposalId = proposed.changes[0]?.proposalId ?? '';
      const key = { businessId: desk.tenant.businessId, proposalId } as const;
      await expect(desk.setLimit('800')).rejects.toMatchObject({ code: 'conflict' });
      await expect(
        decideLimitChange(desk.tenant.as.owner, { ...key, answer: 'approve' }),
      ).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(
        decideLimitChange(desk.tenant.as.finance, { ...key, answer: 'approve' }),
      ).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await decideLimitChange(desk.second, { ...key, answer: 'approve' })).toMatchObject({
        limits: [{ amount: '900.5' }],
        changes: [],
      });
      const removal = await desk.setLimit('', desk.second);
      await decideLimitChange(desk.tenant.as.owner, {
        ...key,
        proposalId: removal.changes[0]?.proposalId ?? '',
        answer: 'approve',
      });
      expect((await readLimits(desk.tenant.as.viewer, desk.tenant.businessId)).limits).toEqual([]);
      expect(await desk.listActions('creation-limit')).toEqual([
        'creation-limit.set',
        'creation-limit.set',
        'creation-limit.propose',
        'creation-limit.approve',
        'creation-limit.propose',
        'creation-limit.approve',
      ]);
      await expect(desk.setLimit('1', desk.tenant.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
    });

    test.each([
      ['approver', 'forbidden'],
      ['proposer', 'conflict'],
    ] as const)('refuses an approval while the account of the %s is disabled', async (who, code) => {
      await desk.setLimit('500');
      const { businessId, as } = desk.tenant;
      const proposalId = (await desk.setLimit('900')).changes[0]?.proposalId ?? '';
      const { personId } = (who === 'approver' ? desk.second : as.owner).actor;
      const approve = () => decideLimitChange(desk.second, { businessId, proposalId, answer: 'approve' });
      await expect(actDuringDisabling(personId, approve)).rejects.toMatchObject({ code });
      expect((await readLimits(as.viewer, businessId)).limits).toMatchObject([{ amount: '500' }]);
    });

    test('is held by the database too', async () => {
      await desk.setLimit('500');
      const { businessId } = desk.tenant;
      const where = { businessId, kind: 'creation-limit', subject: 'EUR' };
      const change = (value: string | typeof Prisma.DbNull) =>
        database().setting.updateMany({ where, data: { value } });
      await expect(change('501')).rejects.toThrow('a second person approves');
      await expect(change(Prisma.DbNull)).rejects.toThrow('a second person approves');
      await expect(database().setting.deleteMany({ where })).rejects.toThrow('never deleted');
      const { changes } = await desk.setLimit('600');
      const { personId } = desk.tenant.as.owner.actor;
      const approve = (answeredById: string) =>
        database().proposal.update({
          where: { businessId_proposalId: { businessId, proposalId: changes[0]?.proposalId ?? '' } },
          data: { state: 'final', answeredById, answeredAt: new Date() },
        });
      await expect(approve(personId)).rejects.toThrow();
      // A member whom the proposer gave a role a moment ago is not independent.
      const invited = await createPerson(new Map([[businessId, 'owner' as const]]));
      await database().$executeRaw`
      INSERT INTO access_grant (business_id, person_id, granted_by, granted_at, kind)
      VALUES (${businessId}::uuid, ${invited.actor.personId}::uuid, ${personId}::uuid, now(), 'role')`;
      await expect(approve(invited.actor.personId)).rejects.toThrow();
      // Neither is a person without the role of an owner.
      await expect(approve(desk.tenant.as.compliance.actor.personId)).rejects.toThrow();
      await expect(approve(randomUUID())).rejects.toThrow();
      await approve(desk.second.actor.personId);
    });

    test('needs an approval in every currency once there is a limit', async () => {
      const { businessId, as } = desk.tenant;
      const set = (currency: 'EUR' | 'USD', amount: string, by = as.owner) =>
        setLimit(by, setLimitForm.parse({ businessId, currency, amount }));
      const isAbove = (currency: string, amount: string) =>
        inTransaction((transaction) =>
          isAboveLimit(
            transaction,
            businessId,
            JSON.stringify({ displayCurrency: currency, displayAmount: amount }),
          ),
        );
      expect(await isAbove('USD', '1000000')).toBe(false);
      await set('EUR', '500');
      expect(await isAbove('EUR', '500')).toBe(false);
      expect(await isAbove('USD', '0.01')).toBe(true);
      // A limit for USD allows prices that needed a second person before.
      const proposed = await set('USD', '100');
      expect(proposed).toMatchObject({ outcome: 'proposed', limits: [{ currency: 'EUR' }] });
      await expect(
        database().setting.create({
          data: { businessId, kind: 'creation-limit', subject: 'USD', value: '100' },
        }),
      ).rejects.toThrow();
      const approve = (proposalId = '') =>
        decideLimitChange(desk.second, { businessId, proposalId, answer: 'approve' });
      await approve(proposed.changes[0]?.proposalId);
      expect(await isAbove('USD', '100')).toBe(false);
      expect(await isAbove('USD', '100.01')).toBe(true);
      // Without its own limit, every price in USD needs an approval again. That is stricter.
      expect(await set('USD', '')).toMatchObject({ outcome: 'set', limits: [{ currency: 'EUR' }] });
      expect(await isAbove('USD', '1')).toBe(true);
      // The former approval doesn't count for a second limit.
      await expect(
        database().setting.updateMany({
          where: { businessId, kind: 'creation-limit', subject: 'USD' },
          data: { value: '100' },
        }),
      ).rejects.toThrow();
      expect(await set('EUR', '')).toMatchObject({ outcome: 'proposed', limits: [{ currency: 'EUR' }] });
    });

    test('takes an approval once, for exactly its amount and the limit of that time', async () => {
      await desk.setLimit('500');
      const { businessId } = desk.tenant;
      const where = { businessId, kind: 'creation-limit', subject: 'EUR' };
      const change = (value: string | typeof Prisma.DbNull) =>
        database().setting.updateMany({ where, data: { value } });
      const approve = (proposalId = '') =>
        decideLimitChange(desk.second, { businessId, proposalId, answer: 'approve' });
      await approve((await desk.setLimit('900')).changes[0]?.proposalId);
      await expect(change('901')).rejects.toThrow();
      await desk.setLimit('400');
      await expect(change('900')).rejects.toThrow();
      const outdated = (await desk.setLimit('800')).changes[0]?.proposalId ?? '';
      await desk.setLimit('300');
      await expect(approve(outdated)).rejects.toMatchObject({ code: 'conflict' });
      await decideLimitChange(desk.tenant.as.owner, { businessId, proposalId: outdated, answer: 'withdraw' });
      await approve((await desk.setLimit('')).changes[0]?.proposalId);
      await desk.setLimit('500');
      await expect(change(Prisma.DbNull)).rejects.toThrow();
      await expect(
        inTransaction(async (transaction) => {
          await transaction.$executeRaw`DO $$ BEGIN
          UPDATE setting SET value = '"501"'; END $$`;
        }),
      ).rejects.toThrow();
    });
  });
});

describe('approvers', () => {
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
});
