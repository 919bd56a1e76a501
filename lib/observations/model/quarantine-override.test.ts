import { expect, test } from 'vitest';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readCallback } from './parsed-callback.ts';
import type { QuarantineOverride } from './quarantine-override.ts';
import { toQuarantineOverride } from './quarantine-override.ts';

const businessId = toId<BusinessId>('0b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a01');

const deposit = (body: unknown, accepted: readonly QuarantineOverride[] = []) =>
  readCallback({ kind: 'deposit-received', businessId, body: toSampleBytes(body), accepted });

/** Returns the possible overrides of a body, and the result with them. */
function acceptAll(body: unknown) {
  const accepted = deposit(body).reasons.flatMap((reason) => toQuarantineOverride(reason) ?? []);
  return { accepted, read: deposit(body, accepted) };
}

const readValues = (read: ReturnType<typeof deposit>) =>
  read.kind === 'deposit' ? read.stated.deposit.values : {};

test('keeps an accepted unknown value as received', () => {
  const { accepted, read } = acceptAll(depositCallbackSample({ status: 'SETTLED', depositCurrency: 'DOGE' }));
  expect(accepted).toEqual([
    { path: 'status', how: 'as-it-came' },
    { path: 'depositCurrency', how: 'as-it-came' },
  ]);
  expect(readValues(read)).toMatchObject({
    status: 'SETTLED',
    depositCurrency: 'DOGE',
    onChainFee: '0.000021',
  });
});

test.each([
  ['an implausible amount', { actualDepositAmount: '-1' }, 'actualDepositAmount', 'callbackDepositAmount'],
  [
    '31 decimals',
    { settlementAmount: `0.${'1'.repeat(31)}` },
    'settlementAmount',
    'callbackSettlementAmount',
  ],
  ['a missing field', { transactionId: undefined }, 'transactionId', 'transactionId'],
  ['a NUL', { fromAddress: 'a\u0000' }, 'fromAddress', 'fromAddress'],
])('leaves out %s when accepted and reads everything else', (_name, fields, path, field) => {
  const { accepted, read } = acceptAll(depositCallbackSample(fields));
  expect(accepted).toContainEqual({ path, how: 'left-out' });
  expect(readValues(read)).not.toHaveProperty(field);
  expect(readValues(read)).toMatchObject({ status: 'CONFIRMED', displayServiceFee: '0.5' });
});

test('ignores a duplicate field both times', () => {
  const text = JSON.stringify(depositCallbackSample()).replace('{', '{"actualDepositAmount":7,');
  const { accepted, read } = acceptAll(text);
  expect(accepted).toEqual([{ path: 'actualDepositAmount', how: 'left-out' }]);
  expect(readValues(read)).not.toHaveProperty('callbackDepositAmount');
});

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no deposit', depositCallbackSample({ depositId: undefined })],
  ['a payment that is none', depositCallbackSample({ paymentId: 'x' })],
])('refuses to accept %s', (_name, body) => {
  expect(deposit(body).reasons.map(toQuarantineOverride)).toEqual([null]);
  expect(acceptAll(body).read.kind).toBe('doubtful');
});

test('keeps the other reasons when one is accepted', () => {
  const body = depositCallbackSample({ status: 'SETTLED', network: 'ATLANTIS' });
  const read = deposit(body, [{ path: 'status', how: 'as-it-came' }]);
  expect(read).toMatchObject({ kind: 'doubtful', reasons: [{ path: 'network' }] });
});

test('ignores an override of another kind of reason', () => {
  const body = depositCallbackSample({ status: 'SETTLED' });
  expect(deposit(body, [{ path: 'status', how: 'left-out' }]).kind).toBe('doubtful');
});

test("refuses to accept another business's withdrawal and accepts an unreadable owner", () => {
  const read = (fields: Readonly<Record<string, unknown>>, accepted: readonly QuarantineOverride[]) =>
    readCallback({
      kind: 'withdrawal',
      businessId,
      body: toSampleBytes(withdrawalCallbackSample(businessId, fields)),
      accepted,
    });
  const elsewhere = { businessId: '7b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a01' };
  expect(read(elsewhere, [{ path: 'businessId', how: 'left-out' }]).kind).toBe('doubtful');
  const nameless = read({ txAddressOwner: { name: 1 } }, [
    { path: 'txAddressOwner.name', how: 'left-out' },
    { path: 'txAddressOwner.category', how: 'left-out' },
  ]);
  expect(nameless).toMatchObject({ kind: 'withdrawal', stated: { risk: {} } });
});
