import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { maxKeyLength } from '#lib/service/contract/fields.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';

/** Index entries hold less than 2,704 bytes. Longer ids must not cause a 503. */

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});
afterAll(closeDatabase);

/** Returns four-byte characters that don't compress. */
const text = (length: number): string =>
  Array.from({ length: length / 2 }, () => String.fromCodePoint(0x20000 + randomInt(0xa000))).join('');

const deliver = (kind: 'deposit-received' | 'withdrawal', body: object) =>
  receiveCallback({
    businessId,
    kind,
    body: toSampleBytes(body),
    headers: {},
    receivedAt: instant(1_793_000_000_000),
  });

describe.each([
  ['clientPaymentId', 'deposit-received'],
  ['transactionId', 'deposit-received'],
  ['fromAddress', 'deposit-received'],
  ['depositAddress', 'deposit-received'],
  ['clientWithdrawalId', 'withdrawal'],
  ['transactionId', 'withdrawal'],
  ['toTxAddress', 'withdrawal'],
] as const)('%s of a %s callback', (field, kind) => {
  const sample = (length: number) => ({
    ...(kind === 'withdrawal' ? withdrawalCallbackSample(businessId) : depositCallbackSample()),
    [field]: text(length),
  });

  test('applies an id of maximum length', async () => {
    expect(await deliver(kind, sample(maxKeyLength))).toMatchObject({
      status: 200,
      observed: { verdict: 'applied' },
    });
  });

  test('quarantines a much longer id', async () => {
    expect(await deliver(kind, sample(9_000))).toMatchObject({
      status: 200,
      observed: { verdict: 'quarantined', reasons: [expect.objectContaining({ path: field })] },
    });
  });
});

test('drops only the long ids of a record', async () => {
  const record = paymentRecordSample(businessId, {
    paymentId: randomUUID(),
    clientPaymentId: text(9_000),
    walletAddress: text(9_000),
    destinationTag: text(9_000),
  });
  const observed = await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId,
      source: 'read',
      startedAt: instant(1_793_000_000_000),
      body: toSampleBytes(record),
    }),
  );
  expect(observed).toMatchObject({ kind: 'observed', clientPaymentId: null });
  expect(observed.flaws.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['clientPaymentId', 'walletAddress', 'destinationTag']),
  );
});
