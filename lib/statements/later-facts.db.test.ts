import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { CallbackObservation } from '#lib/observations/index.ts';
import {
  foldWaiting,
  listWaitingAbout,
  observeCallback,
  prepareCallback,
  releaseMessage,
  reprocessMessages,
  storeQuarantineDecision,
  storeWaiting,
} from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { proposeBasisForm } from './schema.ts';
import { proposeBasis } from './set-position.ts';
import { createStatementFixture, listAmounts, listProofs } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

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
  await reprocessMessages({
    ...{ businessId, selection: { kind: null, verdict: null, from: null, to: null, message: null } },
    ...{ place: null, limit: 10, now: Date.now() },
    apply: async (transaction, change) => {
      if ('record' in change) return;
      const { verdictBefore, verdict: verdictAfter, revision } = change;
      await storeQuarantineDecision(transaction, {
        ...{ businessId, messageId, kind: 'reprocessed', revision, at: instant(Date.now()) },
        ...{ personId: null, note: null, accepted: [], verdictBefore, verdictAfter },
      });
    },
  });
  await expectOneAdjustment({ [one.line]: one.amount }, one.reversed, '0');
  // It counts again once it is released.
  await release({ businessId, messageId }, one.flaw);
  expect(listAmounts(await desk.read('2026-10'))).toEqual({ adjustments: one.amount });
});
