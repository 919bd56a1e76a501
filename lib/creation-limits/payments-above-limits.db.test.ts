import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { uploadRows } from '#lib/payment-batches/testing/upload.ts';
import { findUsedClientIds } from '#lib/payment-templates/store.ts';
import { createPayment } from '#lib/payments/create/create-payment.ts';
import { sendAgain } from '#lib/payments/create/send-again.ts';
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
    const proposalId = waiting?.proposalId ?? '';
    await expect(desk.answer(desk.tenant.as.finance, proposalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer(desk.tenant.as.viewer, proposalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer(desk.tenant.as.owner, proposalId, 'withdraw')).rejects.toMatchObject({
      code: 'forbidden',
    });
    const approved = await desk.answer(desk.tenant.as.owner, proposalId, 'approve');
    expect(approved.waiting).toEqual([]);
    const intent = await database().paymentIntent.findUnique({ where: { id: approved.intentId ?? '' } });
    expect(intent).toMatchObject({ state: 'CREATED', createdById: desk.tenant.as.finance.actor.personId });
    expect(desk.service.requests).toHaveLength(2);
    await expect(desk.answer(desk.tenant.as.owner, proposalId, 'approve')).rejects.toMatchObject({
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
      const approve = () => desk.answer(owner, waiting?.proposalId ?? '', 'approve');
      await expect(actDuringDisabling(personId, approve)).rejects.toMatchObject({ code });
      expect(desk.service.requests).toHaveLength(0);
    },
  );

  test('can be declined and withdrawn, and stay approved when sending fails', async () => {
    await desk.setLimit('100');
    const propose = async () =>
      (await proposePayment(desk.tenant.as.finance, desk.createForm('200'))).waiting.at(-1)?.proposalId ?? '';
    const declined = desk.createForm('200');
    const answerNew = async (
      form: typeof declined,
      by: typeof desk.second,
      answer: 'decline' | 'withdraw',
    ) => {
      const { waiting } = await proposePayment(desk.tenant.as.finance, { ...form, note: 'Call first' });
      await desk.answer(by, waiting.at(-1)?.proposalId ?? '', answer);
    };
    await answerNew(declined, desk.tenant.as.owner, 'decline');
    // The client payment ID is free again.
    await answerNew(declined, desk.tenant.as.finance, 'withdraw');
    const { businessId } = desk.tenant;
    const where = { businessId, clientPaymentId: declined.clientPaymentId };
    expect(await database().paymentIntent.findMany({ where, orderBy: { createdAt: 'asc' } })).toMatchObject([
      { state: 'UNSENT', errorCode: 'decline' },
      { state: 'UNSENT', errorCode: 'withdraw' },
    ]);
    expect(desk.service.requests).toHaveLength(0);
    const proposalId = await propose();
    await database().proposal.update({
      where: { businessId_proposalId: { businessId: desk.tenant.businessId, proposalId } },
      data: { state: 'final', answeredById: desk.second.actor.personId, answeredAt: new Date() },
    });
    expect(await listWaitingPayments(desk.tenant.as.finance, desk.tenant.businessId)).toMatchObject([
      { proposalId, state: 'approved' },
    ]);
    const sent = await sendApproved(desk.tenant.as.finance, {
      businessId: desk.tenant.businessId,
      proposalId,
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
    // USD has no limit of its own, so one person can't create any price in it.
    await expect(insert({ displayCurrency: 'USD', displayAmount: '1' })).rejects.toThrow();
    const { id } = await insert({ displayCurrency: 'EUR', displayAmount: '99' });
    await expect(
      database().paymentIntent.update({
        where: { id },
        data: { requestBody: JSON.stringify({ displayCurrency: 'EUR', displayAmount: '101' }) },
      }),
    ).rejects.toThrow();
  });

  test('are not sent again without an approval once a lower limit counts', async () => {
    const { businessId, as } = desk.tenant;
    desk.service.answerWith((_request, response) => response.writeHead(503).end());
    const { intentId } = await createPayment(as.finance, desk.createForm('99'));
    const again = () => sendAgain(as.finance, { businessId, intentId, secondLinkAccepted: true });
    expect(await again()).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    await desk.setLimit('50');
    await expect(again()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('above the limit'),
    });
    expect(desk.service.requests).toHaveLength(2);
  });

  test('need an approval of the last 30 days that was not withdrawn', async () => {
    await desk.setLimit('100');
    const old = desk.createForm('200');
    const proposalId = await desk.approveUnsent(old);
    await desk.runPastTriggers(
      `UPDATE proposal SET answered_at = now() - interval '31 days' WHERE proposal_id = $1`,
      proposalId,
    );
    const key = { businessId: desk.tenant.businessId, proposalId, secondLinkAccepted: false } as const;
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
    await sendApproved(desk.tenant.as.finance, { ...key, proposalId: sent });
    await expect(desk.answer(desk.tenant.as.finance, sent, 'withdraw')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(desk.storeAnswer(sent, 'withdrawn', desk.tenant.as.finance)).rejects.toThrow();
  });

  test('are answered by the right person at the right time, also in the database', async () => {
    await desk.setLimit('100');
    const { finance, owner, viewer } = desk.tenant.as;
    const propose = async () =>
      (await proposePayment(finance, desk.createForm('200'))).waiting.at(-1)?.proposalId ?? '';
    const proposalId = await propose();
    await expect(desk.storeAnswer(proposalId, 'final', viewer)).rejects.toThrow();
    await expect(
      desk.storeAnswer(proposalId, 'final', owner, new Date(Date.now() - 86_400_000)),
    ).rejects.toThrow();
    await expect(desk.storeAnswer(proposalId, 'withdrawn', owner)).rejects.toThrow();
    await expect(desk.storeAnswer(proposalId, 'declined', finance)).rejects.toThrow();
    const membership = {
      personId_businessId: { personId: finance.actor.personId, businessId: desk.tenant.businessId },
    };
    await database().membership.update({ where: membership, data: { role: 'viewer' } });
    await expect(desk.storeAnswer(proposalId, 'final', owner)).rejects.toThrow();
    await database().membership.update({ where: membership, data: { role: 'finance' } });
    await desk.storeAnswer(proposalId, 'final', owner);
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
    const proposalId = proposed?.proposalId ?? '';
    await desk.storeAnswer(proposalId, 'final', desk.tenant.as.owner);
    await check();
    await sendApproved(desk.tenant.as.finance, { businessId, proposalId, secondLinkAccepted: false });
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
    const proposalId = proposed?.proposalId ?? '';
    await expect(desk.answer(desk.tenant.as.owner, proposalId, 'approve')).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await listWaitingPayments(desk.tenant.as.finance, businessId)).toMatchObject([
      { proposalId, state: 'approved' },
    ]);
    const sent = await sendApproved(desk.tenant.as.owner, {
      businessId,
      proposalId,
      secondLinkAccepted: true,
    });
    expect(sent.waiting).toEqual([]);
    expect(desk.service.requests).toHaveLength(2);
  });

  test('are listed however many were sent before', async () => {
    await desk.setLimit('100');
    await desk.runPastTriggers(
      `INSERT INTO proposal (business_id, kind, subject, after, proposed_by, proposed_at, state, answered_by, answered_at)
       SELECT $1, 'payment', md5('sent-' || n)::uuid, '{"requestBody": "{}"}', $2, now() - interval '1 day', 'final', $3, now()
         FROM generate_series(1, 220) AS n`,
      desk.tenant.businessId,
      desk.tenant.as.finance.actor.personId,
      desk.tenant.as.owner.actor.personId,
    );
    await desk.runPastTriggers(
      `INSERT INTO payment_intent (id, business_id, client_payment_id, request_body, state, created_by, created_at, changed_at)
       SELECT md5('sent-' || n)::uuid, $1, 'sent-' || n, '{}', 'CREATED', $2, now(), now() FROM generate_series(1, 220) AS n`,
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
    const proposalId = changes[0]?.proposalId ?? '';
    const { businessId } = desk.tenant;
    await expect(
      decideLimitChange(desk.second, { businessId, proposalId, answer: 'approve' }),
    ).rejects.toMatchObject(stale);
    await expect(desk.answer(desk.second, proposed?.proposalId ?? '', 'approve')).rejects.toMatchObject(
      stale,
    );
    await expect(desk.setLimit('300', desk.second)).rejects.toMatchObject(stale);
    await expect(desk.setLimit('', desk.second)).rejects.toMatchObject(stale);
    expect(await desk.setLimit('50', desk.second)).toMatchObject({ outcome: 'set' });
  });

  test('stay approved while the service can’t be reached', async () => {
    await desk.setLimit('100');
    const { businessId, as } = desk.tenant;
    await desk.service.close();
    const proposalId = await desk.approveUnsent(desk.createForm('200'));
    const { intentId, waiting } = await sendApproved(as.finance, {
      businessId,
      proposalId,
      secondLinkAccepted: false,
    });
    expect(waiting).toMatchObject([{ proposalId, state: 'approved' }]);
    expect(await database().paymentIntent.findUnique({ where: { id: intentId ?? '' } })).toMatchObject({
      state: 'PROPOSED',
      errorMessage: expect.stringContaining('Nothing was sent'),
    });
    expect((await desk.answer(as.finance, proposalId, 'withdraw')).waiting).toEqual([]);
  });
});
