import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { uploadRows } from '#lib/payment-batches/testing/upload.ts';
import { findUsedClientIds } from '#lib/payment-templates/store.ts';
import { createPayment } from '#lib/payments/create/create-payment.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { decideLimitChange } from './decide-limit-change.ts';
import { listWaitingPayments } from './index.ts';
import { proposePayment } from './propose-payment.ts';
import { sendApproved } from './send-approved.ts';
import { createLimitFixture } from './testing/limit-fixture.ts';

const desk = createLimitFixture(() => startFakeService());

describe('payments above a limit', () => {
  test('are sent only after another person approves them', async () => {
    await desk.setLimit('100');
    const above = desk.createForm('100.01');
    await expect(createPayment(desk.tenant.as.finance, above)).rejects.toMatchObject({ code: 'conflict' });
    expect(desk.service.requests).toHaveLength(0);
    expect(await createPayment(desk.tenant.as.finance, desk.createForm('100'))).toMatchObject({
      state: 'CREATED',
    });
    await expect(proposePayment(desk.tenant.as.finance, desk.createForm('99'))).rejects.toMatchObject({
      code: 'conflict',
    });

    const [waiting] = (await proposePayment(desk.tenant.as.finance, above)).waiting;
    expect(waiting).toMatchObject({ state: 'proposed', isMine: true, price: { amount: '100.01' } });
    await expect(proposePayment(desk.tenant.as.owner, above)).rejects.toMatchObject({ code: 'conflict' });
    const approvalId = waiting?.approvalId ?? '';
    await expect(desk.answer(desk.tenant.as.finance, approvalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer(desk.tenant.as.viewer, approvalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer(desk.tenant.as.owner, approvalId, 'withdraw')).rejects.toMatchObject({
      code: 'forbidden',
    });
    const approved = await desk.answer(desk.tenant.as.owner, approvalId, 'approve');
    expect(approved.waiting).toEqual([]);
    const intent = await database().paymentIntent.findUnique({ where: { id: approved.intentId ?? '' } });
    expect(intent).toMatchObject({ state: 'CREATED', createdById: desk.tenant.as.finance.actor.personId });
    expect(desk.service.requests).toHaveLength(2);
    await expect(desk.answer(desk.tenant.as.owner, approvalId, 'approve')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await desk.listActions('payment-approval')).toEqual([
      'payment-approval.propose',
      'payment-approval.approve',
    ]);
  });

  test.each([
    ['approver', 'forbidden'],
    ['proposer', 'conflict'],
  ] as const)(
    'are not sent when the account of the %s is disabled during the approval',
    async (who, code) => {
      await desk.setLimit('100');
      const { owner, finance } = desk.tenant.as;
      const [waiting] = (await proposePayment(finance, desk.createForm('200'))).waiting;
      const { personId } = (who === 'approver' ? owner : finance).actor;
      const approve = () => desk.answer(owner, waiting?.approvalId ?? '', 'approve');
      await expect(actDuringDisabling(personId, approve)).rejects.toMatchObject({ code });
      expect(desk.service.requests).toHaveLength(0);
    },
  );

  test('can be declined and withdrawn, and stay approved when sending fails', async () => {
    await desk.setLimit('100');
    const propose = async () =>
      (await proposePayment(desk.tenant.as.finance, desk.createForm('200'))).waiting.at(-1)?.approvalId ?? '';
    const { businessId } = desk.tenant;
    const detailed = async (note: string) =>
      (await proposePayment(desk.tenant.as.finance, { ...desk.createForm('200'), note })).waiting.at(-1)
        ?.approvalId ?? '';
    const countDetails = () => database().paymentCreationDetail.count({ where: { businessId } });
    await desk.answer(desk.tenant.as.owner, await detailed('Call first'), 'decline');
    const withdrawn = await detailed('Ask again');
    expect(await countDetails()).toBe(1);
    await desk.answer(desk.tenant.as.finance, withdrawn, 'withdraw');
    expect(await countDetails()).toBe(0);
    expect(desk.service.requests).toHaveLength(0);
    const approvalId = await propose();
    await database().paymentApproval.update({
      where: { businessId_approvalId: { businessId: desk.tenant.businessId, approvalId } },
      data: { state: 'final', answeredById: desk.second.actor.personId, answeredAt: new Date() },
    });
    expect(await listWaitingPayments(desk.tenant.as.finance, desk.tenant.businessId)).toMatchObject([
      { approvalId, state: 'approved' },
    ]);
    const sent = await sendApproved(desk.tenant.as.finance, {
      businessId: desk.tenant.businessId,
      approvalId,
      secondLinkAccepted: false,
    });
    expect(sent.waiting).toEqual([]);
  });

  test('are refused by the database, also when a request is changed', async () => {
    await desk.setLimit('100');
    const { businessId } = desk.tenant;
    const intent = (body: Record<string, string>) => ({
      businessId,
      clientPaymentId: randomUUID(),
      requestBody: JSON.stringify(body),
      state: 'SENDING',
      createdById: desk.tenant.as.finance.actor.personId,
      createdAt: new Date(),
      changedAt: new Date(),
    });
    const insert = (body: Record<string, string>) =>
      inTransaction((transaction) => transaction.paymentIntent.create({ data: intent(body) }));
    await expect(
      insert({ displayCurrency: 'EUR', displayAmount: '100.000000000000000001' }),
    ).rejects.toThrow();
    await insert({ displayCurrency: 'USD', displayAmount: '5000' });
    const { id } = await insert({ displayCurrency: 'EUR', displayAmount: '99' });
    await expect(
      database().paymentIntent.update({
        where: { id },
        data: { requestBody: JSON.stringify({ displayCurrency: 'EUR', displayAmount: '101' }) },
      }),
    ).rejects.toThrow();
  });

  test('need an approval of the last 30 days that was not withdrawn', async () => {
    await desk.setLimit('100');
    const old = desk.createForm('200');
    const approvalId = await desk.approveUnsent(old);
    await desk.runPastTriggers(
      `UPDATE payment_approval SET answered_at = now() - interval '31 days' WHERE approval_id = $1`,
      approvalId,
    );
    const key = { businessId: desk.tenant.businessId, approvalId, secondLinkAccepted: false } as const;
    await expect(sendApproved(desk.tenant.as.finance, key)).rejects.toMatchObject({ code: 'conflict' });
    await expect(createPayment(desk.tenant.as.finance, old)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listWaitingPayments(desk.tenant.as.finance, desk.tenant.businessId)).toEqual([]);
    const taken = desk.createForm('300');
    const withdrawn = await desk.approveUnsent(taken);
    await expect(desk.answer(desk.tenant.as.owner, withdrawn, 'decline')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await desk.answer(desk.tenant.as.finance, withdrawn, 'withdraw')).waiting).toEqual([]);
    await expect(createPayment(desk.tenant.as.finance, taken)).rejects.toMatchObject({ code: 'conflict' });
    expect(desk.service.requests).toHaveLength(0);
    const sent = await desk.approveUnsent(desk.createForm('400'));
    await sendApproved(desk.tenant.as.finance, { ...key, approvalId: sent });
    await expect(desk.answer(desk.tenant.as.finance, sent, 'withdraw')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(desk.storeAnswer(sent, 'withdrawn', desk.tenant.as.finance)).rejects.toThrow();
  });

  test('are answered by the right person at the right time, also in the database', async () => {
    await desk.setLimit('100');
    const { finance, owner, viewer } = desk.tenant.as;
    const propose = async () =>
      (await proposePayment(finance, desk.createForm('200'))).waiting.at(-1)?.approvalId ?? '';
    const approvalId = await propose();
    await expect(desk.storeAnswer(approvalId, 'final', viewer)).rejects.toThrow();
    await expect(
      desk.storeAnswer(approvalId, 'final', owner, new Date(Date.now() - 86_400_000)),
    ).rejects.toThrow();
    await expect(desk.storeAnswer(approvalId, 'withdrawn', owner)).rejects.toThrow();
    await expect(desk.storeAnswer(approvalId, 'declined', finance)).rejects.toThrow();
    const membership = {
      personId_businessId: { personId: finance.actor.personId, businessId: desk.tenant.businessId },
    };
    await database().membership.update({ where: membership, data: { role: 'viewer' } });
    await expect(desk.storeAnswer(approvalId, 'final', owner)).rejects.toThrow();
    await database().membership.update({ where: membership, data: { role: 'finance' } });
    await desk.storeAnswer(approvalId, 'final', owner);
  });

  test('keep their client payment ID while they wait and until they are sent', async () => {
    await desk.setLimit('100');
    const { businessId } = desk.tenant;
    const waits = desk.createForm('200');
    const { clientPaymentId } = waits;
    const small = desk.createForm('50', { clientPaymentId });
    const check = async () => {
      await expect(createPayment(desk.tenant.as.finance, small)).rejects.toMatchObject({ code: 'conflict' });
      await expect(proposePayment(desk.tenant.as.finance, waits)).rejects.toMatchObject({ code: 'conflict' });
      const used = await inTransaction((transaction) =>
        findUsedClientIds(transaction, businessId, [clientPaymentId, 'unused']),
      );
      expect([...used]).toEqual([clientPaymentId]);
      const file = `id,amount,currency\n${clientPaymentId},5,EUR\n`;
      const batchId = await uploadRows(desk.tenant.as.finance, businessId, file);
      const [row] = await database().paymentBatchRow.findMany({ where: { businessId, batchId } });
      expect(row?.takenBy).toBe('request');
    };
    const [proposed] = (await proposePayment(desk.tenant.as.finance, waits)).waiting;
    await check();
    const approvalId = proposed?.approvalId ?? '';
    await desk.storeAnswer(approvalId, 'final', desk.tenant.as.owner);
    await check();
    await sendApproved(desk.tenant.as.finance, { businessId, approvalId, secondLinkAccepted: false });
    expect(desk.service.requests).toHaveLength(1);
  });

  test('need the confirmation of who sends them when a payment was seen under their ID', async () => {
    await desk.setLimit('100');
    const { businessId } = desk.tenant;
    const clientPaymentId = `ORDER-${randomUUID()}`;
    desk.service.answerWith((_request, response) => response.writeHead(422).end('{"message":"refused"}'));
    const { intentId } = await createPayment(
      desk.tenant.as.finance,
      desk.createForm('50', { clientPaymentId }),
    );
    await database().intentPayment.create({
      data: { businessId, intentId, paymentId: randomUUID(), confirmed: false, foundAt: new Date() },
    });
    desk.service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    const [proposed] = (
      await proposePayment(desk.tenant.as.finance, desk.createForm('200', { clientPaymentId }))
    ).waiting;
    const approvalId = proposed?.approvalId ?? '';
    await expect(desk.answer(desk.tenant.as.owner, approvalId, 'approve')).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await listWaitingPayments(desk.tenant.as.finance, businessId)).toMatchObject([
      { approvalId, state: 'approved' },
    ]);
    const sent = await sendApproved(desk.tenant.as.owner, {
      businessId,
      approvalId,
      secondLinkAccepted: true,
    });
    expect(sent.waiting).toEqual([]);
    expect(desk.service.requests).toHaveLength(2);
  });

  test('are listed however many were sent before', async () => {
    await desk.setLimit('100');
    await desk.runPastTriggers(
      `INSERT INTO payment_approval (business_id, client_payment_id, form, request_body, proposed_by, proposed_at, state,
         answered_by, answered_at)
       SELECT $1, 'sent-' || n, '{}', '{}', $2, now() - interval '1 day', 'final', $3, now()
         FROM generate_series(1, 220) AS n`,
      desk.tenant.businessId,
      desk.tenant.as.finance.actor.personId,
      desk.tenant.as.owner.actor.personId,
    );
    await desk.runPastTriggers(
      `INSERT INTO payment_intent (business_id, client_payment_id, request_body, state, created_by, created_at, changed_at)
       SELECT $1, 'sent-' || n, '{}', 'CREATED', $2, now(), now() FROM generate_series(1, 220) AS n`,
      desk.tenant.businessId,
      desk.tenant.as.finance.actor.personId,
    );
    expect((await proposePayment(desk.tenant.as.finance, desk.createForm('200'))).waiting).toHaveLength(1);
  });

  test('and higher limits are approved only after a recent authentication', async () => {
    await desk.setLimit('100');
    const { changes } = await desk.setLimit('200');
    const [proposed] = (await proposePayment(desk.tenant.as.finance, desk.createForm('200'))).waiting;
    await database().session.updateMany({
      where: { personId: { in: [desk.second.actor.personId, desk.tenant.as.owner.actor.personId] } },
      data: { authenticatedAt: new Date(Date.now() - 3_600_000) },
    });
    const stale = { code: 'reauthentication-required' };
    const changeId = changes[0]?.changeId ?? '';
    const { businessId } = desk.tenant;
    await expect(
      decideLimitChange(desk.second, { businessId, changeId, answer: 'approve' }),
    ).rejects.toMatchObject(stale);
    await expect(desk.answer(desk.second, proposed?.approvalId ?? '', 'approve')).rejects.toMatchObject(
      stale,
    );
    await expect(desk.setLimit('300', desk.second)).rejects.toMatchObject(stale);
    await expect(desk.setLimit('', desk.second)).rejects.toMatchObject(stale);
    expect(await desk.setLimit('50', desk.second)).toMatchObject({ outcome: 'set' });
  });
});
