import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { reprocessStored } from '#lib/callbacks/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { CallbackObservation } from '#lib/observations/index.ts';
import {
  foldWaiting,
  listWaitingAbout,
  observeAnswer,
  observeCallback,
  prepareCallback,
  releaseMessage,
  storeWaiting,
} from '#lib/observations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readPack, verifyPack } from './index.ts';
import { proposeBasisForm } from './schema.ts';
import { proposeBasis } from './set-position.ts';
import { createStatementFixture, listAmounts, listProofs } from './testing/statement-fixture.ts';

const desk = createStatementFixture();
const movedAt = Date.parse('2026-08-10T10:00:00Z');

type Fields = Readonly<Record<string, unknown>>;

const createCallback = (
  kind: CallbackObservation['kind'],
  fields: Fields,
  at: number = movedAt,
): CallbackObservation => {
  const { businessId } = desk.tenant;
  const sample =
    kind === 'withdrawal'
      ? withdrawalCallbackSample(businessId, { deductedSettlementAmount: '10.25', ...fields })
      : depositCallbackSample({
          ...{ settlementAmount: '10.25', paymentReceivedAt: movedAt / 1_000, ...fields },
        });
  return { businessId, kind, body: toSampleBytes(sample), headers: {}, receivedAt: instant(at) };
};

const receive = (callback: CallbackObservation) =>
  inTransaction((transaction) => observeCallback(transaction, callback));

/** Releases a callback without the fields in which it has a flaw. */
async function release(
  message: { readonly businessId: BusinessId; readonly messageId: MessageId },
  flaw: Fields,
) {
  const accepted = Object.keys(flaw).map((path) => ({ path, how: 'left-out' as const }));
  const released = await inTransaction((transaction) =>
    releaseMessage(transaction, { ...message, revision: null }, accepted),
  );
  expect(released.kind).toBe('released');
}

/** Reads all stored content again with the present code. */
const reprocess = () =>
  reprocessStored(createContext({ kind: 'system', name: 'reprocess' }), {
    ...{ businessId: desk.tenant.businessId, applies: true, onDifference: () => {} },
    selection: { kind: null, verdict: null, from: null, to: null, message: null },
  });

/** Replaces received bytes by some that the present code reads differently from the former. The database else refuses this. */
async function replaceBytes(table: 'callback_message' | 'service_answer', id: string, body: Uint8Array) {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(`UPDATE ${table} SET body = $2 WHERE id = $1::uuid`, [id, body]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Amounts of callbacks count as credited. */
async function declareCallbacks(): Promise<void> {
  const form = { businessId: desk.tenant.businessId, counts: true, reason: 'The service confirmed it' };
  await desk.answer(
    'basis',
    (await proposeBasis(desk.tenant.as.owner, proposeBasisForm.parse(form))).proposalId,
  );
}

/** Expects a fact of August in none of its lines, in September as an adjustment, and not again. */
async function expectOneAdjustment(closed: object, amount: string, closing: string): Promise<void> {
  expect(listAmounts(await desk.read('2026-08'))).toEqual(closed);
  const september = await desk.read('2026-09');
  expect(listAmounts(september)).toEqual({ adjustments: amount });
  expect(september.laterFacts).toBe(1);
  expect(listProofs(september)).toMatchObject({ lines: 'good', ledger: 'good' });
  await desk.close('2026-09');
  const october = await desk.read('2026-10');
  expect(listAmounts(october)).toEqual({});
  expect(october.figures).toMatchObject({ opening: closing, closing });
  expect((await desk.read('2026-08-01..2026-09-30')).figures).toMatchObject({ opening: '0', closing });
}

const kinds = [
  {
    kind: 'withdrawal',
    line: 'withdrawals',
    amount: '-10.25',
    reversed: '10.25',
    flaw: { txAddressOwner: 'someone' },
  },
  {
    kind: 'deposit-received',
    line: 'declared',
    amount: '10.25',
    reversed: '-10.25',
    flaw: { settlementServiceFee: '-3' },
  },
] as const;

test('a fact is adjusted once when its transaction began before a close and commits after it', async () => {
  await desk.open('2026-08-01', '0');
  const withdrawalId = randomUUID();
  await receive(createCallback('withdrawal', { withdrawalId }));
  await inTransaction(
    async (transaction) => {
      const failed = createCallback('withdrawal', { withdrawalId, status: 'FAILED' }, Date.now());
      await observeCallback(transaction, failed);
      await desk.close('2026-08');
    },
    'read-committed',
    60_000,
  );
  await expectOneAdjustment({ withdrawals: '-10.25' }, '10.25', '0');
});

test.each(kinds)('a $kind is adjusted once when its callback waits until after a close', async (one) => {
  await desk.open('2026-08-01', '0');
  await declareCallbacks();
  const callback = createCallback(one.kind, {});
  await inTransaction((transaction) =>
    storeWaiting(toPlainTransaction(transaction), [prepareCallback(callback)]),
  );
  await desk.close('2026-08');
  const { subjectId } = prepareCallback(callback).parsed;
  for (const waiting of await listWaitingAbout(callback.businessId, { subjectId: String(subjectId) }))
    await inTransaction((transaction) => foldWaiting(transaction, waiting));
  await expectOneAdjustment({}, one.amount, one.amount);
});

test.each(kinds)('a $kind is adjusted once when its callback is released after a close', async (one) => {
  await desk.open('2026-08-01', '0');
  await declareCallbacks();
  const { businessId } = desk.tenant;
  const { messageId, verdict } = await receive(createCallback(one.kind, one.flaw));
  expect(verdict).toBe('quarantined');
  await desk.close('2026-08');
  await release({ businessId, messageId }, one.flaw);
  await expectOneAdjustment({}, one.amount, one.amount);
});

test.each(kinds)('a $kind is reversed once when reprocessing removes it after a close', async (one) => {
  await desk.open('2026-08-01', '0');
  await declareCallbacks();
  const { businessId } = desk.tenant;
  const { messageId } = await receive(createCallback(one.kind, one.flaw));
  await release({ businessId, messageId }, one.flaw);
  await desk.close('2026-08');
  // The present code no longer accepts the flaw.
  await database().callbackMessage.update({ where: { id: messageId }, data: { accepted: [] } });
  await reprocess();
  await expectOneAdjustment({ [one.line]: one.amount }, one.reversed, '0');
  // It counts again once it is released.
  await release({ businessId, messageId }, one.flaw);
  expect(listAmounts(await desk.read('2026-10'))).toEqual({ adjustments: one.amount });
});

test.each(kinds)('a $kind is reversed once when reprocessing can’t read its ID any more', async (one) => {
  await desk.open('2026-08-01', '0');
  await declareCallbacks();
  const paymentId = one.kind === 'withdrawal' ? undefined : randomUUID();
  const { messageId } = await receive(createCallback(one.kind, { paymentId }));
  await desk.close('2026-08');
  const idField = one.kind === 'withdrawal' ? 'withdrawalId' : 'depositId';
  const { body } = createCallback(one.kind, { paymentId, [idField]: 'unreadable' });
  await replaceBytes('callback_message', messageId, body);
  await reprocess();
  await expectOneAdjustment({ [one.line]: one.amount }, one.reversed, '0');
});

test('a deposit is reversed once when reprocessing no longer reads it in the only answer about it', async () => {
  await desk.open('2026-08-01', '0');
  const { businessId } = desk.tenant;
  const fields = { settlementPayableAmount: '10.25', depositReceivedAt: movedAt / 1_000 };
  const record = paymentRecordSample(businessId, { deposits: [depositRecordSample(fields)] });
  const body = toSampleBytes(record);
  await inTransaction((transaction) =>
    observeAnswer(transaction, { businessId, source: 'read', startedAt: instant(movedAt), body }),
  );
  await desk.close('2026-08');
  const answer = await database().serviceAnswer.findFirstOrThrow({ where: { businessId } });
  await replaceBytes('service_answer', answer.id, toSampleBytes({ ...record, deposits: [] }));
  await reprocess();
  await expectOneAdjustment({ credited: '10.25' }, '-10.25', '0');
});

test('a withdrawal moves to the period of its second callback when reprocessing removes the first', async () => {
  await desk.open('2026-08-01', '0');
  const { businessId } = desk.tenant;
  const withdrawalId = randomUUID();
  const flaw = { txAddressOwner: 'someone' };
  const { messageId } = await receive(createCallback('withdrawal', { withdrawalId, ...flaw }));
  await release({ businessId, messageId }, flaw);
  await receive(createCallback('withdrawal', { withdrawalId }, Date.parse('2026-09-10T10:00:00Z')));
  await desk.close('2026-08');
  await database().callbackMessage.update({ where: { id: messageId }, data: { accepted: [] } });
  await reprocess();
  expect(listAmounts(await desk.read('2026-08'))).toEqual({ withdrawals: '-10.25' });
  const september = await desk.read('2026-09');
  expect(listAmounts(september)).toEqual({ withdrawals: '-10.25', adjustments: '10.25' });
  expect(september.figures).toMatchObject({ opening: '-10.25', closing: '-10.25' });
  await desk.close('2026-09');
  expect(listAmounts(await desk.read('2026-10'))).toEqual({});
});

test('a fee that becomes known or changes after the close of its deposit stands in the memo of the open period', async () => {
  await desk.open('2026-08-01', '0');
  const fields = { settlementPayableAmount: '10', settlementDistributedUserServiceFee: '1' };
  const depositId = await desk.deposit('2026-08-10T10:00:00Z', fields);
  await desk.close('2026-08');
  await database().deposit.updateMany({
    where: { depositId },
    data: { settlementServiceFee: '0.5', settlementDistributedUserServiceFee: '0.75', changedAt: new Date() },
  });
  const readMemo = async (text: string) =>
    (await desk.read(text)).figures.memo.map(
      ({ name, amount, known, count }) => `${name} ${amount} ${known}/${count}`,
    );
  const september = ['serviceFee 0.5 0/0', 'distributedFee -0.25 0/0', 'depegLoss null 0/0'];
  expect(await readMemo('2026-09')).toEqual(september);
  const open = await desk.read('2026-09');
  expect(listAmounts(open)).toEqual({ adjustments: '0' });
  expect(listProofs(open)).toMatchObject({ lines: 'good', ledger: 'good' });
  const closeId = await desk.close('2026-09');
  expect(await readMemo('2026-09')).toEqual(september);
  expect(await readMemo('2026-10')).toEqual([
    'serviceFee null 0/0',
    'distributedFee null 0/0',
    'depegLoss null 0/0',
  ]);
  expect(await readMemo('2026-Q3')).toEqual([
    'serviceFee 0.5 0/1',
    'distributedFee 0.75 1/1',
    'depegLoss null 0/1',
  ]);
  const { lines } = await readPack(desk.tenant.as.accountant, desk.tenant.businessId, closeId);
  let text = '';
  for await (const part of lines) text += part;
  expect((await verifyPack(Readable.from(text.trimEnd().split('\n')))).breaches).toEqual([]);
  expect(
    (await verifyPack(Readable.from(text.replace(',0.5,', ',0.6,').trimEnd().split('\n')))).breaches,
  ).toHaveLength(2);
});
