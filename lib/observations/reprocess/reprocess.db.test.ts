import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import {
  countCandidates,
  observeAnswer,
  observeCallback,
  quarantineCallback,
  rejectMessage,
  releaseMessage,
  reprocessMessages,
} from '../index.ts';
import { toLockKeys } from '../store/record-locks.ts';

const start = 1_793_000_000_000;
const everything = { kind: null, verdict: null, from: null, to: null, message: null };

const callback = (businessId: BusinessId, fields: Readonly<Record<string, unknown>>, at = 0) => ({
  businessId,
  kind: 'deposit-received' as const,
  body: toSampleBytes(depositCallbackSample(fields)),
  headers: {},
  receivedAt: instant(start + at),
});

const answer = (
  businessId: BusinessId,
  source: 'create' | 'read' | 'import',
  fields: Readonly<Record<string, unknown>>,
  at = 0,
) =>
  inTransaction((transaction) => {
    const record = paymentRecordSample(businessId, fields);
    const body = toSampleBytes(source === 'create' ? { paymentInfo: record } : record);
    return observeAnswer(transaction, { businessId, source, startedAt: instant(start + at), body });
  });

test('rebuilds records without callbacks, within the selected range only', async () => {
  const businessId = await createBusiness();
  const sources = ['create', 'read', 'import'] as const;
  const ids = sources.map(() => randomUUID());
  for (const [index, source] of sources.entries())
    await answer(businessId, source, { paymentId: ids[index], status: 'NEW' }, index * 1_000);
  await database().payment.updateMany({ where: { businessId }, data: { status: 'AWAITING' } });
  const apply = { businessId, place: null, limit: 2, now: start, apply: async () => undefined };
  const range = { ...everything, from: start + 1_000, to: start + 2_000 };
  expect(await reprocessMessages({ ...apply, selection: range })).toMatchObject({
    seen: 1,
    place: null,
    differences: [{ record: `payment ${ids[1]}`, held: '"AWAITING"', rebuilt: '"NEW"' }],
  });
  expect(await countCandidates(businessId, everything)).toBe(3);
  const first = await reprocessMessages({ ...apply, selection: everything });
  expect(first).toMatchObject({ seen: 2, differences: [{ record: `payment ${ids[0]}` }] });
  const second = await reprocessMessages({ ...apply, selection: everything, place: first.place });
  expect(second).toMatchObject({ seen: 1, place: null, differences: [{ record: `payment ${ids[2]}` }] });
  const rows = await database().payment.findMany({ where: { businessId } });
  expect(rows.map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW']);
  // A selection by kind excludes answers.
  const deposits = { ...everything, kind: 'deposit-received' as const };
  expect(await countCandidates(businessId, deposits)).toBe(0);
});

test('keeps a callback rejected that a person rejects during its batch', async () => {
  const businessId = await createBusiness();
  const held = [callback(businessId, {}, 1), callback(businessId, {}, 2)];
  const ids = [];
  for (const one of held) {
    const { messageId } = await inTransaction((transaction) =>
      quarantineCallback(transaction, one, { path: '', problem: 'could not be applied here' }),
    );
    ids.push(messageId);
  }
  const [, second] = ids;
  if (second === undefined) throw new Error('expected two stored messages');
  await reprocessMessages({
    businessId,
    selection: everything,
    place: null,
    limit: 10,
    now: start,
    apply: async (_transaction, change) => {
      if (!('messageId' in change) || change.messageId === second) return;
      await inTransaction((other) => rejectMessage(other, { businessId, messageId: second, revision: null }));
    },
  });
  expect(await database().callbackMessage.findUnique({ where: { id: second } })).toMatchObject({
    verdict: 'rejected',
    revision: 1,
  });
  expect(await database().deposit.count({ where: { businessId } })).toBe(1);
});

test('compares a dry run in one snapshot while callbacks arrive', async () => {
  const businessId = await createBusiness();
  const paymentId = randomUUID();
  const deliver = (at: number) =>
    inTransaction((transaction) =>
      observeCallback(transaction, callback(businessId, { paymentId, depositId: randomUUID() }, at)),
    );
  await deliver(0);
  let isOver = false;
  const coming = (async () => {
    for (let at = 1; !isOver; at += 1) await deliver(at);
  })();
  const found: unknown[] = [];
  for (let run = 0; run < 15; run += 1) {
    const input = { businessId, selection: everything, place: null, limit: 5, now: start, apply: null };
    found.push(...(await reprocessMessages(input)).differences);
  }
  isOver = true;
  await coming;
  expect(found).toEqual([]);
});

test('updates the time of change only for changed records', async () => {
  const businessId = await createBusiness();
  const paymentId = randomUUID();
  const [wrong, right] = [randomUUID(), randomUUID()];
  for (const [at, depositId] of [wrong, right].entries())
    await inTransaction((transaction) =>
      observeCallback(transaction, callback(businessId, { paymentId, depositId }, at)),
    );
  const where = { businessId, depositId: wrong };
  await database().deposit.updateMany({ where, data: { displayServiceFee: '77' } });
  const now = start + 3_600_000;
  const input = {
    businessId,
    selection: everything,
    place: null,
    limit: 10,
    now,
    apply: async () => undefined,
  };
  expect((await reprocessMessages(input)).differences).toHaveLength(1);
  const changed = async () => {
    const rows = await database().deposit.findMany({ where: { businessId }, orderBy: { sortAt: 'asc' } });
    return Object.fromEntries(rows.map(({ depositId, changedAt }) => [depositId, changedAt.getTime()]));
  };
  expect(await changed()).toEqual({ [wrong]: now, [right]: start + 1 });
  const times = async () =>
    (await database().payment.findFirst({ where: { businessId } }))?.changedAt.getTime();
  expect(await times()).toBe(now);
  // A wrong version count alone doesn’t change the time of change.
  await database().deposit.updateMany({ where, data: { versions: 7 } });
  expect((await reprocessMessages({ ...input, now: now + 1 })).differences).toHaveLength(1);
  expect(await changed()).toEqual({ [wrong]: now, [right]: start + 1 });
  expect(await times()).toBe(now);
});

/** Sorts IDs in lock order. */
const inLockOrder = (businessId: BusinessId, ids: readonly string[]): string[] =>
  [...ids].sort((left, right) => {
    const [one, two] = [left, right].map(
      (id) => toLockKeys([{ businessId, id: toId<PaymentId>(id) }])[0] ?? 0n,
    );
    return (one ?? 0n) < (two ?? 0n) ? -1 : 1;
  });

test('avoids a deadlock between a withdrawn callback and a new one of its payment', async () => {
  const businessId = await createBusiness();
  // The other deposit of the payment is first in lock order, so a wrong order would deadlock.
  const [other = '', paymentId = ''] = inLockOrder(businessId, [randomUUID(), randomUUID()]);
  await inTransaction((transaction) =>
    observeCallback(transaction, callback(businessId, { paymentId, depositId: other }, 1)),
  );
  const odd = callback(businessId, { paymentId, depositId: randomUUID(), status: 'SETTLED' }, 2);
  const { messageId } = await inTransaction((transaction) => observeCallback(transaction, odd));
  const accepted = [{ path: 'status', how: 'as-it-came' as const }];
  await inTransaction((transaction) =>
    releaseMessage(transaction, { businessId, messageId, revision: 0 }, accepted),
  );
  await database().callbackMessage.update({ where: { id: messageId }, data: { accepted: [] } });
  const selection = { ...everything, message: messageId };
  const input = { businessId, selection, place: null, limit: 1, now: start, apply: async () => undefined };
  const both = await inTransaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM callback_message WHERE id = ${messageId}::uuid FOR UPDATE`;
    const withdrawn = reprocessMessages(input);
    await expect.poll(waiting).toEqual(['transactionid']);
    const coming = inTransaction((mine) =>
      observeCallback(mine, callback(businessId, { paymentId, depositId: other, actualDepositAmount: 7 }, 3)),
    );
    await expect.poll(waiting).toEqual(['advisory', 'transactionid']);
    return [withdrawn, coming];
  });
  expect(await Promise.all(both)).toMatchObject([{ seen: 1 }, { verdict: 'new-version' }]);
});

async function waiting(): Promise<string[]> {
  const { rows } = await databasePool().query<{ locktype: string }>(
    `SELECT locktype FROM pg_locks WHERE NOT granted AND pid IN (
       SELECT pid FROM pg_stat_activity WHERE datname = current_database()) ORDER BY locktype`,
  );
  return rows.map(({ locktype }) => locktype);
}
