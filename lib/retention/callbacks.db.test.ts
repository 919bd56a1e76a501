import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { countExpired, verifyReceivedBytes } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();
const findMessage = (messageId: string) =>
  database().callbackMessage.findUniqueOrThrow({ where: { id: messageId } });

/** Delivers a withdrawal callback that stays in quarantine and creates no withdrawal. */
async function deliverUnmatched(at?: number) {
  const body = {
    ...withdrawalCallbackSample(desk.tenant.businessId),
    status: 'UNKNOWN',
    deductedSettlementAmount: 'a lot',
  };
  const { messageId: id, verdict } = await desk.deliver('withdrawal', body, at);
  expect(verdict).toBe('quarantined');
  return { id, body };
}

test('removes the content of callbacks without a record, and verification says expired', async () => {
  const { businessId } = desk.tenant;
  const old = await deliverUnmatched();
  const recent = await deliverUnmatched(Date.now());
  const payment = await desk.reportPayment();
  const matched = await desk.deliver('deposit-received', {
    ...depositCallbackSample({ paymentId: payment.paymentId }),
    actualDepositAmount: 'a lot',
  });
  const { records, messages } = await countExpired();
  await desk.setYears('callback', '5');
  const { rules } = await readRetention(desk.tenant.as.owner, businessId);
  expect(rules.find(({ kind }) => kind === 'callback')?.preview).toMatchObject({
    count: 2,
    expiring: 1,
    obstacles: [{ obstacle: 'record', count: 1 }],
  });
  expect(await desk.run()).toEqual({ expired: 1, retained: 1 });

  const size = toSampleBytes(old.body).byteLength;
  expect(await findMessage(old.id)).toMatchObject({ verdict: 'expired', reasons: [], expiredSize: size });
  expect((await findMessage(old.id)).body.byteLength).toBe(0);
  expect((await findMessage(recent.id)).body.byteLength).toBeGreaterThan(0);
  expect(await findMessage(matched.messageId)).toMatchObject({ verdict: 'quarantined' });
  expect(await database().recordExpiry.findFirst({ where: { recordId: old.id } })).toMatchObject({
    kind: 'callback',
    messages: 1,
    bytes: BigInt(size),
  });
  expect(await countExpired()).toEqual({ records: records + 1, messages: messages + 1 });
  expect((await desk.listActions()).at(-1)).toBe('retention.expire');
  await desk.verifyAll();

  // A repeat adds a delivery and no record.
  expect(await desk.deliver('withdrawal', old.body, Date.now())).toMatchObject({
    repeat: true,
    verdict: 'expired',
  });
  await desk.verifyAll();

  // Content that was removed without evidence counts as changed.
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `UPDATE callback_message SET body = '', expired_at = now(), expired_size = length(body), verdict = 'expired' WHERE id = $1`,
      [recent.id],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await verifyReceivedBytes()).toMatchObject([{ businessId, source: 'callback_message' }]);
});

test('keeps a callback under a hold, or with a recent decision', async () => {
  const { businessId } = desk.tenant;
  const [held, decided] = [await deliverUnmatched(), await deliverUnmatched()];
  const { reference } = await findMessage(held.id);
  const { holds } = await placeHold(desk.tenant.as.compliance, {
    ...{ businessId, kind: 'callback', recordId: reference, reason: 'Court' },
  });
  await database().callbackDecision.create({
    data: {
      ...{ businessId, messageId: decided.id, kind: 'rejected', revision: 1, at: new Date() },
      ...{ verdictBefore: 'quarantined', verdictAfter: 'rejected' },
    },
  });
  await desk.setYears('callback', '5');
  expect(await desk.run()).toEqual({ expired: 0, retained: 2 });
  const holdId = holds[0]?.holdId ?? '';
  const proposalId = await desk.proposeLift(desk.tenant.as.compliance, holdId);
  await decideHoldLift(desk.second, { businessId, proposalId, answer: 'approve' });
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 1 });
  expect(await findMessage(held.id)).toMatchObject({ verdict: 'expired' });
});
