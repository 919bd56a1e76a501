import { expect, test } from 'vitest';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { toRedactedContent } from './redacted-content.ts';

const all = { reasons: [], maySeeRisk: true, secrets: noSecrets };
const listFields = (kind: string, body: unknown, options = all) => {
  const { content } = toRedactedContent(kind, toSampleBytes(body), options);
  return new Map(content.fields?.map((field) => [field.name, field]));
};

test('distinguishes absent, null, empty and "null"', () => {
  const fields = listFields('deposit-received', {
    ...depositCallbackSample({ onChainFee: undefined, fromAddress: '', network: 'null' }),
    settlementRateDepegLossAmount: null,
  });
  const shown = (name: string) => {
    const { written, isNull } = fields.get(name) ?? { written: undefined, isNull: undefined };
    return [written, isNull];
  };
  expect(shown('onChainFee')).toEqual([null, false]);
  expect(shown('settlementRateDepegLossAmount')).toEqual(['null', true]);
  expect(shown('fromAddress')).toEqual(['""', false]);
  expect(shown('network')).toEqual(['"null"', false]);
  expect(shown('depositCurrency')).toEqual(['USDT', false]);
  expect(fields.get('network')?.understood).toBeNull();
});

test('lists the fields of the interface and all others', () => {
  const fields = listFields('withdrawal', { status: 'FAILED', more: null });
  expect([...fields.keys()]).toContain('deducedSettlementAmount');
  expect(fields.get('transactionId')).toMatchObject({ written: null, isNull: false, isNamed: true });
  expect(fields.get('more')).toMatchObject({ written: 'null', isNull: true, isNamed: false });
});

test('does not reveal whether a removed field was present', () => {
  const viewer = { reasons: [], maySeeRisk: false, secrets: noSecrets };
  const sample = withdrawalCallbackSample('b');
  for (const body of [sample, { ...sample, txAddressOwner: undefined }])
    expect(listFields('withdrawal', body, viewer).has('txAddressOwner')).toBe(false);
  expect(
    listFields('withdrawal', { ...sample, txAddressOwner: undefined }).get('txAddressOwner'),
  ).toMatchObject({ written: null });
});
