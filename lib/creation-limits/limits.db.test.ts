import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  addChunk,
  confirmBatch,
  readBatch,
  runPaymentBatches,
  startUpload,
} from '#lib/payment-batches/index.ts';
import { uploadRows } from '#lib/payment-batches/testing/upload.ts';
import { findUsedClientIds } from '#lib/payment-templates/store.ts';
import { createPayment } from '#lib/payments/create/create-payment.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { sendAgain } from '#lib/payments/create/send-again.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { answerLimit } from './answer-limit.ts';
import { answerPayment } from './answer-payment.ts';
import { listWaitingPayments, readLimits } from './index.ts';
import { proposePayment } from './propose-payment.ts';
import { setLimitForm } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { setLimit } from './set-limit.ts';

process.env['BATCH_ROWS_PER_SECOND'] = '1000';

let service: FakeService;
let tenant: Tenant;
/** Another owner. */
let second: Context<PersonActor>;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(async () => {
  await service.close();
  await closeDatabase();
});
beforeEach(async () => {
  service.requests.length = 0;
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  tenant = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
});

const set = (amount: string, context = tenant.as.owner, currency = 'EUR') =>
  setLimit(context, setLimitForm.parse({ businessId: tenant.businessId, currency, amount }));
const form = (amount: string, more: Partial<CreatePaymentForm> = {}): CreatePaymentForm => ({
  ...createPaymentForm.parse({
    businessId: tenant.businessId,
    clientPaymentId: `ORDER-${randomUUID()}`,
    priceIn: 'fiat',
    amount,
    displayCurrency: 'EUR',
    depositCurrency: '',
    network: '',
    type: 'ONE_TIME',
    rateType: 'FIXED',
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  }),
  ...more,
});
const answer = (
  context: Context<PersonActor>,
  approvalId: string,
  given: 'approve' | 'decline' | 'withdraw',
) => answerPayment(context, { businessId: tenant.businessId, approvalId, answer: given });
const auditOf = async (objectType: string) =>
  (
    await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectType },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action }) => action);

/** Stores an answer past the verbs. */
const store = (approvalId: string, state: string, { actor }: Context<PersonActor>, answeredAt = new Date()) =>
  database().paymentApproval.update({
    where: { businessId_approvalId: { businessId: tenant.businessId, approvalId } },
    data: { state, answeredById: actor.personId, answeredAt },
  });
/** Proposes a payment and approves it without sending it. */
async function approveUnsent(proposed: CreatePaymentForm): Promise<string> {
  const { waiting } = await proposePayment(tenant.as.finance, proposed);
  const approvalId = waiting.at(-1)?.approvalId ?? '';
  await store(approvalId, 'final', tenant.as.owner);
  return approvalId;
}
/** Runs a statement past the triggers. */
async function asOwnerOfTables(statement: string, ...values: readonly string[]): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(statement, [...values]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
/** A file that finance prepared and the owner confirmed. */
async function confirmedBatch(lines: readonly string[]) {
  const { businessId, as } = tenant;
  const batchId = await uploadRows(as.finance, businessId, ['id,amount,currency', ...lines].join('\n'));
  const { revision } = await readBatch(as.finance, businessId, batchId);
  await confirmBatch(as.owner, { businessId, batchId, revision: revision ?? '' });
  return batchId;
}

describe('limits', () => {
  test('lowers a limit at once, and raises or removes it only with a second owner', async () => {
    expect(await set('1000')).toMatchObject({
      outcome: 'set',
      limits: [{ currency: 'EUR', amount: '1000' }],
    });
    expect(await set('500')).toMatchObject({ outcome: 'set' });
    const proposed = await set('900.5');
    expect(proposed).toMatchObject({ outcome: 'proposed', limits: [{ amount: '500' }] });
    const changeId = proposed.changes[0]?.changeId ?? '';
    const key = { businessId: tenant.businessId, changeId } as const;
    await expect(set('800')).rejects.toMatchObject({ code: 'conflict' });
    await expect(answerLimit(tenant.as.owner, { ...key, answer: 'approve' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(answerLimit(tenant.as.finance, { ...key, answer: 'approve' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await answerLimit(second, { ...key, answer: 'approve' })).toMatchObject({
      limits: [{ amount: '900.5' }],
      changes: [],
    });
    const removal = await set('', second);
    await answerLimit(tenant.as.owner, {
      ...key,
      changeId: removal.changes[0]?.changeId ?? '',
      answer: 'approve',
    });
    expect((await readLimits(tenant.as.viewer, tenant.businessId)).limits).toEqual([]);
    expect(await auditOf('creation-limit')).toEqual([
      'creation-limit.set',
      'creation-limit.set',
      'creation-limit.propose',
      'creation-limit.approve',
      'creation-limit.propose',
      'creation-limit.approve',
    ]);
    await expect(set('1', tenant.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is held by the database too', async () => {
    await set('500');
    const { businessId } = tenant;
    const where = { businessId_currency: { businessId, currency: 'EUR' } };
    await expect(database().creationLimit.update({ where, data: { amount: '501' } })).rejects.toThrow();
    await expect(database().creationLimit.delete({ where })).rejects.toThrow();
    const { changes } = await set('600');
    const { personId } = tenant.as.owner.actor;
    const approve = (answeredById: string) =>
      database().creationLimitChange.update({
        where: { businessId_changeId: { businessId, changeId: changes[0]?.changeId ?? '' } },
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
    await expect(approve(tenant.as.compliance.actor.personId)).rejects.toThrow();
    await expect(approve(randomUUID())).rejects.toThrow();
    await approve(second.actor.personId);
  });

  test('takes an approval once, for exactly its amount and the limit of that time', async () => {
    await set('500');
    const { businessId } = tenant;
    const where = { businessId_currency: { businessId, currency: 'EUR' } };
    const approve = (changeId = '') => answerLimit(second, { businessId, changeId, answer: 'approve' });
    await approve((await set('900')).changes[0]?.changeId);
    await expect(database().creationLimit.update({ where, data: { amount: '901' } })).rejects.toThrow();
    await set('400');
    await expect(database().creationLimit.update({ where, data: { amount: '900' } })).rejects.toThrow();
    const outdated = (await set('800')).changes[0]?.changeId ?? '';
    await set('300');
    await expect(approve(outdated)).rejects.toMatchObject({ code: 'conflict' });
    await answerLimit(tenant.as.owner, { businessId, changeId: outdated, answer: 'withdraw' });
    await approve((await set('')).changes[0]?.changeId);
    await set('500');
    await expect(database().creationLimit.delete({ where })).rejects.toThrow();
    await expect(
      inTransaction(async (transaction) => {
        await transaction.$executeRaw`DO $$ BEGIN
          UPDATE creation_limit SET amount = amount + 1; END $$`;
      }),
    ).rejects.toThrow();
  });
});

describe('payments above a limit', () => {
  test('are sent only after another person approves them', async () => {
    await set('100');
    const above = form('100.01');
    await expect(createPayment(tenant.as.finance, above)).rejects.toMatchObject({ code: 'conflict' });
    expect(service.requests).toHaveLength(0);
    expect(await createPayment(tenant.as.finance, form('100'))).toMatchObject({ state: 'CREATED' });
    await expect(proposePayment(tenant.as.finance, form('99'))).rejects.toMatchObject({ code: 'conflict' });

    const [waiting] = (await proposePayment(tenant.as.finance, above)).waiting;
    expect(waiting).toMatchObject({ state: 'proposed', isMine: true, price: { amount: '100.01' } });
    await expect(proposePayment(tenant.as.owner, above)).rejects.toMatchObject({ code: 'conflict' });
    const approvalId = waiting?.approvalId ?? '';
    await expect(answer(tenant.as.finance, approvalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(answer(tenant.as.viewer, approvalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(answer(tenant.as.owner, approvalId, 'withdraw')).rejects.toMatchObject({
      code: 'forbidden',
    });
    const approved = await answer(tenant.as.owner, approvalId, 'approve');
    expect(approved.waiting).toEqual([]);
    const intent = await database().paymentIntent.findUnique({ where: { id: approved.intentId ?? '' } });
    expect(intent).toMatchObject({ state: 'CREATED', createdById: tenant.as.finance.actor.personId });
    expect(service.requests).toHaveLength(2);
    await expect(answer(tenant.as.owner, approvalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });
    expect(await auditOf('payment-approval')).toEqual([
      'payment-approval.propose',
      'payment-approval.approve',
    ]);
  });

  test('can be declined and withdrawn, and stay approved when sending fails', async () => {
    await set('100');
    const propose = async () =>
      (await proposePayment(tenant.as.finance, form('200'))).waiting.at(-1)?.approvalId ?? '';
    await answer(tenant.as.owner, await propose(), 'decline');
    await answer(tenant.as.finance, await propose(), 'withdraw');
    expect(service.requests).toHaveLength(0);
    const approvalId = await propose();
    await database().paymentApproval.update({
      where: { businessId_approvalId: { businessId: tenant.businessId, approvalId } },
      data: { state: 'final', answeredById: second.actor.personId, answeredAt: new Date() },
    });
    expect(await listWaitingPayments(tenant.as.finance, tenant.businessId)).toMatchObject([
      { approvalId, state: 'approved' },
    ]);
    const sent = await sendApproved(tenant.as.finance, {
      businessId: tenant.businessId,
      approvalId,
      secondLinkAccepted: false,
    });
    expect(sent.waiting).toEqual([]);
  });

  test('are refused by the database, also when a request is changed', async () => {
    await set('100');
    const { businessId } = tenant;
    const intent = (body: Record<string, string>) => ({
      businessId,
      clientPaymentId: randomUUID(),
      requestBody: JSON.stringify(body),
      state: 'SENDING',
      createdById: tenant.as.finance.actor.personId,
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

  test('in a file need a person who did not prepare it', async () => {
    await set('100');
    const { businessId } = tenant;
    const file = ['id,amount,currency', `${randomUUID()},99,EUR`, `${randomUUID()},101,EUR`].join('\n');
    const batchId = await uploadRows(tenant.as.finance, businessId, file);
    const { revision } = await readBatch(tenant.as.finance, businessId, batchId);
    const confirm = (context: Context<PersonActor>) =>
      confirmBatch(context, { businessId, batchId, revision: revision ?? '' });
    await expect(confirm(tenant.as.finance)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('above the limit'),
    });
    expect(await confirm(tenant.as.owner)).toEqual({ batchId });
    await runPaymentBatches(systemContext('test'), new AbortController().signal);
    expect(await readBatch(tenant.as.finance, businessId, batchId)).toMatchObject({
      state: 'done',
      counts: { done: 2 },
    });
  });

  test('in a file are approved only as the row was sent', async () => {
    await set('100');
    const { businessId } = tenant;
    const id = randomUUID();
    const batchId = await confirmedBatch([`${id},101,EUR`]);
    service.answerWith((_request, response) => response.writeHead(422).end('{"message":"refused"}'));
    await runPaymentBatches(systemContext('test'), new AbortController().signal);
    const where = { businessId_clientPaymentId: { businessId, clientPaymentId: id } };
    const intent = await database().paymentIntent.findUniqueOrThrow({ where });
    expect(intent.state).toBe('REJECTED');
    const sent = service.requests.length;
    await expect(
      createPayment(tenant.as.finance, form('100000', { clientPaymentId: id })),
    ).rejects.toMatchObject({ code: 'conflict' });
    const requestBody = intent.requestBody.replace('101', '100000');
    await expect(database().paymentIntent.update({ where, data: { requestBody } })).rejects.toThrow();
    expect(service.requests).toHaveLength(sent);
    const row = { where: { businessId, batchId, clientPaymentId: id } };
    const changes: readonly Prisma.PaymentBatchRowUpdateManyMutationInput[] = [
      { requestBody },
      { amount: '100000' },
      { currency: 'USD' },
      { values: {} },
    ];
    for (const data of changes)
      await expect(database().paymentBatchRow.updateMany({ ...row, data })).rejects.toThrow();
    const again = await sendAgain(tenant.as.finance, {
      businessId,
      intentId: toId<IntentId>(intent.id),
      secondLinkAccepted: false,
    });
    expect(again.state).toBe('REJECTED');
    expect(service.requests).toHaveLength(sent + 1);
  });

  test('need an approval of the last 30 days that was not withdrawn', async () => {
    await set('100');
    const old = form('200');
    const approvalId = await approveUnsent(old);
    await asOwnerOfTables(
      `UPDATE payment_approval SET answered_at = now() - interval '31 days' WHERE approval_id = $1`,
      approvalId,
    );
    const key = { businessId: tenant.businessId, approvalId, secondLinkAccepted: false } as const;
    await expect(sendApproved(tenant.as.finance, key)).rejects.toMatchObject({ code: 'conflict' });
    await expect(createPayment(tenant.as.finance, old)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listWaitingPayments(tenant.as.finance, tenant.businessId)).toEqual([]);
    const taken = form('300');
    const withdrawn = await approveUnsent(taken);
    await expect(answer(tenant.as.owner, withdrawn, 'decline')).rejects.toMatchObject({ code: 'conflict' });
    expect((await answer(tenant.as.finance, withdrawn, 'withdraw')).waiting).toEqual([]);
    await expect(createPayment(tenant.as.finance, taken)).rejects.toMatchObject({ code: 'conflict' });
    expect(service.requests).toHaveLength(0);
    const sent = await approveUnsent(form('400'));
    await sendApproved(tenant.as.finance, { ...key, approvalId: sent });
    await expect(answer(tenant.as.finance, sent, 'withdraw')).rejects.toMatchObject({ code: 'conflict' });
    await expect(store(sent, 'withdrawn', tenant.as.finance)).rejects.toThrow();
  });

  test('are answered by the right person at the right time, also in the database', async () => {
    await set('100');
    const { finance, owner, viewer } = tenant.as;
    const propose = async () => (await proposePayment(finance, form('200'))).waiting.at(-1)?.approvalId ?? '';
    const approvalId = await propose();
    await expect(store(approvalId, 'final', viewer)).rejects.toThrow();
    await expect(store(approvalId, 'final', owner, new Date(Date.now() - 86_400_000))).rejects.toThrow();
    await expect(store(approvalId, 'withdrawn', owner)).rejects.toThrow();
    await expect(store(approvalId, 'declined', finance)).rejects.toThrow();
    const membership = {
      personId_businessId: { personId: finance.actor.personId, businessId: tenant.businessId },
    };
    await database().membership.update({ where: membership, data: { role: 'viewer' } });
    await expect(store(approvalId, 'final', owner)).rejects.toThrow();
    await database().membership.update({ where: membership, data: { role: 'finance' } });
    await store(approvalId, 'final', owner);
  });

  test('in a file keep the people who prepared and confirmed it', async () => {
    const { businessId } = tenant;
    const batchId = await confirmedBatch([`${randomUUID()},5,EUR`]);
    const where = { businessId_batchId: { businessId, batchId } };
    const { personId } = second.actor;
    const changes: readonly Prisma.PaymentBatchUpdateManyMutationInput[] = [
      { confirmedBy: personId },
      { createdBy: personId },
      { confirmedAt: new Date() },
      { preparedBy: [] },
      { preparedBy: [tenant.as.finance.actor.personId, personId] },
    ];
    for (const data of changes)
      await expect(database().paymentBatch.update({ where, data })).rejects.toThrow();
    const upload = await startUpload(tenant.as.finance, {
      businessId,
      fileName: 'a.csv',
      source: 'csv',
      size: 1,
    });
    const chunk = { businessId, batchId: upload.batchId, number: '0', body: new Uint8Array([65]) };
    await expect(addChunk(tenant.as.owner, chunk)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await addChunk(tenant.as.finance, chunk)).toEqual({ isComplete: true });
  });

  test('keep their client payment ID while they wait and until they are sent', async () => {
    await set('100');
    const { businessId } = tenant;
    const waits = form('200');
    const { clientPaymentId } = waits;
    const small = form('50', { clientPaymentId });
    const check = async () => {
      await expect(createPayment(tenant.as.finance, small)).rejects.toMatchObject({ code: 'conflict' });
      await expect(proposePayment(tenant.as.finance, waits)).rejects.toMatchObject({ code: 'conflict' });
      const used = await inTransaction((transaction) =>
        findUsedClientIds(transaction, businessId, [clientPaymentId, 'unused']),
      );
      expect([...used]).toEqual([clientPaymentId]);
      const file = `id,amount,currency\n${clientPaymentId},5,EUR\n`;
      const batchId = await uploadRows(tenant.as.finance, businessId, file);
      const [row] = await database().paymentBatchRow.findMany({ where: { businessId, batchId } });
      expect(row?.takenBy).toBe('request');
    };
    const [proposed] = (await proposePayment(tenant.as.finance, waits)).waiting;
    await check();
    const approvalId = proposed?.approvalId ?? '';
    await store(approvalId, 'final', tenant.as.owner);
    await check();
    await sendApproved(tenant.as.finance, { businessId, approvalId, secondLinkAccepted: false });
    expect(service.requests).toHaveLength(1);
  });

  test('need the confirmation of who sends them when a payment was seen under their ID', async () => {
    await set('100');
    const { businessId } = tenant;
    const clientPaymentId = `ORDER-${randomUUID()}`;
    service.answerWith((_request, response) => response.writeHead(422).end('{"message":"refused"}'));
    const { intentId } = await createPayment(tenant.as.finance, form('50', { clientPaymentId }));
    await database().intentPayment.create({
      data: { businessId, intentId, paymentId: randomUUID(), confirmed: false, foundAt: new Date() },
    });
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    const [proposed] = (await proposePayment(tenant.as.finance, form('200', { clientPaymentId }))).waiting;
    const approvalId = proposed?.approvalId ?? '';
    await expect(answer(tenant.as.owner, approvalId, 'approve')).rejects.toMatchObject({ code: 'invalid' });
    expect(await listWaitingPayments(tenant.as.finance, businessId)).toMatchObject([
      { approvalId, state: 'approved' },
    ]);
    const sent = await sendApproved(tenant.as.owner, { businessId, approvalId, secondLinkAccepted: true });
    expect(sent.waiting).toEqual([]);
    expect(service.requests).toHaveLength(2);
  });

  test('are listed however many were sent before', async () => {
    await set('100');
    await asOwnerOfTables(
      `INSERT INTO payment_approval (business_id, client_payment_id, form, request_body, proposed_by, proposed_at, state,
         answered_by, answered_at)
       SELECT $1, 'sent-' || n, '{}', '{}', $2, now() - interval '1 day', 'final', $3, now()
         FROM generate_series(1, 220) AS n`,
      tenant.businessId,
      tenant.as.finance.actor.personId,
      tenant.as.owner.actor.personId,
    );
    await asOwnerOfTables(
      `INSERT INTO payment_intent (business_id, client_payment_id, request_body, state, created_by, created_at, changed_at)
       SELECT $1, 'sent-' || n, '{}', 'CREATED', $2, now(), now() FROM generate_series(1, 220) AS n`,
      tenant.businessId,
      tenant.as.finance.actor.personId,
    );
    expect((await proposePayment(tenant.as.finance, form('200'))).waiting).toHaveLength(1);
  });

  test('and higher limits are approved only after a recent authentication', async () => {
    await set('100');
    const { changes } = await set('200');
    const [proposed] = (await proposePayment(tenant.as.finance, form('200'))).waiting;
    await database().session.updateMany({
      where: { personId: { in: [second.actor.personId, tenant.as.owner.actor.personId] } },
      data: { authenticatedAt: new Date(Date.now() - 3_600_000) },
    });
    const stale = { code: 'reauthentication-required' };
    const changeId = changes[0]?.changeId ?? '';
    const { businessId } = tenant;
    await expect(answerLimit(second, { businessId, changeId, answer: 'approve' })).rejects.toMatchObject(
      stale,
    );
    await expect(answer(second, proposed?.approvalId ?? '', 'approve')).rejects.toMatchObject(stale);
    await expect(set('300', second)).rejects.toMatchObject(stale);
    await expect(set('', second)).rejects.toMatchObject(stale);
    expect(await set('50', second)).toMatchObject({ outcome: 'set' });
  });
});
