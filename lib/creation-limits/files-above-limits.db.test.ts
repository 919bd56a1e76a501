import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import {
  addChunk,
  confirmBatch,
  listRows,
  readBatch,
  runPaymentBatches,
  startUpload,
} from '#lib/payment-batches/index.ts';
import { uploadRows } from '#lib/payment-batches/testing/upload.ts';
import { createPayment } from '#lib/payments/create/create-payment.ts';
import { sendAgain } from '#lib/payments/create/send-again.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { createLimitFixture } from './testing/limit-fixture.ts';

const desk = createLimitFixture(() => startFakeService());

/** Has finance prepare a file and the owner confirm it. */
async function confirmFile(lines: readonly string[]) {
  const { businessId, as } = desk.tenant;
  const batchId = await uploadRows(as.finance, businessId, ['id,amount,currency', ...lines].join('\n'));
  const { revision } = await readBatch(as.finance, businessId, batchId);
  await confirmBatch(as.owner, { businessId, batchId, revision: revision ?? '' });
  return batchId;
}

describe('payments above a limit in a file', () => {
  test('need a person who did not prepare it', async () => {
    await desk.setLimit('100');
    const { businessId } = desk.tenant;
    const file = ['id,amount,currency', `${randomUUID()},99,EUR`, `${randomUUID()},101,EUR`].join('\n');
    const batchId = await uploadRows(desk.tenant.as.finance, businessId, file);
    const { revision, aboveLimit } = await readBatch(desk.tenant.as.finance, businessId, batchId);
    expect(aboveLimit).toEqual({ count: 1, isBarred: true, blocks: [] });
    expect((await readBatch(desk.tenant.as.owner, businessId, batchId)).aboveLimit).toEqual({
      count: 1,
      isBarred: false,
      blocks: [],
    });
    // The person who confirms them finds them among the others.
    const listed = await listRows(desk.tenant.as.owner, businessId, batchId, {
      show: 'above-limit',
      after: 0,
    });
    expect(listed.rows.map(({ number }) => number)).toEqual([3]);
    const confirm = (context: Context<PersonActor>) =>
      confirmBatch(context, { businessId, batchId, revision: revision ?? '' });
    await expect(confirm(desk.tenant.as.finance)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('above the limit'),
    });
    const { personId } = desk.tenant.as.owner.actor;
    const authenticate = (agoMs: number) =>
      database().session.updateMany({
        where: { personId },
        data: { authenticatedAt: new Date(Date.now() - agoMs) },
      });
    await authenticate(3_600_000);
    await expect(confirm(desk.tenant.as.owner)).rejects.toMatchObject({ code: 'reauthentication-required' });
    await authenticate(0);
    expect(await confirm(desk.tenant.as.owner)).toEqual({ batchId });
    await runPaymentBatches(systemContext('test'), new AbortController().signal);
    expect(await readBatch(desk.tenant.as.finance, businessId, batchId)).toMatchObject({
      state: 'done',
      counts: { done: 2 },
    });
  });

  test('count in every currency once there is a limit', async () => {
    const { businessId, as } = desk.tenant;
    const upload = () =>
      uploadRows(as.finance, businessId, ['id,amount,currency', `${randomUUID()},1,USD`].join('\n'));
    const readAbove = async (batchId: string) =>
      (await readBatch(as.finance, businessId, batchId)).aboveLimit;
    expect(await readAbove(await upload())).toMatchObject({ count: 0 });
    await desk.setLimit('100');
    expect(await readAbove(await upload())).toMatchObject({ count: 1, isBarred: true });
  });

  test('are approved only as the row was sent', async () => {
    await desk.setLimit('100');
    const { businessId } = desk.tenant;
    const id = randomUUID();
    const batchId = await confirmFile([`${id},101,EUR`]);
    desk.service.answerWith((_request, response) => response.writeHead(422).end('{"message":"refused"}'));
    await runPaymentBatches(systemContext('test'), new AbortController().signal);
    const intent = await database().paymentIntent.findFirstOrThrow({
      where: { businessId, clientPaymentId: id },
    });
    expect(intent.state).toBe('REJECTED');
    const sent = desk.service.requests.length;
    await expect(
      createPayment(desk.tenant.as.finance, desk.createForm('100000', { clientPaymentId: id })),
    ).rejects.toMatchObject({ code: 'conflict' });
    const requestBody = intent.requestBody.replace('101', '100000');
    await expect(
      database().paymentIntent.update({
        where: { id: intent.id },
        data: { requestBody, state: 'SENDING' },
      }),
    ).rejects.toThrow();
    expect(desk.service.requests).toHaveLength(sent);
    const row = { where: { businessId, batchId, clientPaymentId: id } };
    const changes: readonly Prisma.PaymentBatchRowUpdateManyMutationInput[] = [
      { requestBody },
      { amount: '100000' },
      { currency: 'USD' },
      { values: {} },
    ];
    for (const data of changes)
      await expect(database().paymentBatchRow.updateMany({ ...row, data })).rejects.toThrow();
    // The confirmation of the file counts for its own request only. Another one takes a proposal.
    await expect(
      createPayment(desk.tenant.as.finance, desk.createForm('101', { clientPaymentId: id })),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(desk.service.requests).toHaveLength(sent);
  });

  test('are sent again as the row was confirmed, also below a later limit', async () => {
    await desk.setLimit('100');
    const { businessId, as } = desk.tenant;
    const above = randomUUID();
    await confirmFile([`${above},101,EUR`]);
    desk.service.answerWith((_request, response) => response.writeHead(503).end());
    await runPaymentBatches(systemContext('test'), new AbortController().signal);
    const resend = async (clientPaymentId: string) => {
      const { id } = await database().paymentIntent.findFirstOrThrow({
        where: { businessId, clientPaymentId },
      });
      return sendAgain(as.finance, { businessId, intentId: toId<IntentId>(id), secondLinkAccepted: true });
    };
    expect(await resend(above)).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    await desk.setLimit('50');
    expect(await resend(above)).toMatchObject({ attempts: 3 });
  });

  test('keep the people who prepared and confirmed it', async () => {
    const { businessId } = desk.tenant;
    const batchId = await confirmFile([`${randomUUID()},5,EUR`]);
    const where = { businessId_batchId: { businessId, batchId } };
    const { personId } = desk.second.actor;
    const changes: readonly Prisma.PaymentBatchUpdateManyMutationInput[] = [
      { confirmedBy: personId },
      { createdBy: personId },
      { confirmedAt: new Date() },
      { preparedBy: [] },
      { preparedBy: [desk.tenant.as.finance.actor.personId, personId] },
    ];
    for (const data of changes)
      await expect(database().paymentBatch.update({ where, data })).rejects.toThrow();
    const upload = await startUpload(desk.tenant.as.finance, {
      businessId,
      fileName: 'a.csv',
      source: 'csv',
      size: 1,
    });
    const chunk = { businessId, batchId: upload.batchId, number: '0', body: new Uint8Array([65]) };
    await expect(addChunk(desk.tenant.as.owner, chunk)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await addChunk(desk.tenant.as.finance, chunk)).toEqual({ isComplete: true });
  });
});
