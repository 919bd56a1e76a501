import { expect, test } from 'vitest';
import { parseJson } from '#lib/values/lossless-json.ts';
import {
  depositFields,
  depositRiskFields,
  paymentFields,
  withdrawalFields,
  withdrawalRiskFields,
} from './fields.ts';
import { packProvenance, unpackFields } from './packed-provenance.ts';
import { readProvenance } from './provenance-columns.ts';
import { readStamps } from './row-parts.ts';

const tables = { paymentFields, depositFields, depositRiskFields, withdrawalFields, withdrawalRiskFields };

const pack = (fields: readonly string[]) =>
  packProvenance([{ source: 'read', at: 1_764_000_000_000, observation: 'a', fields }]);

test.each(Object.entries(tables))('every name of %s has a place of its own', (_name, table) => {
  const fields = Object.keys(table).sort();
  const packed = pack(fields);
  expect(packed[0]).toHaveLength(4);
  expect(unpackFields(packed[0]?.[3] ?? '')).toEqual(fields);
});

// Stored rows depend on these places. A failure here means that a name was moved.
test('the places never change', () => {
  expect(unpackFields('1')).toEqual(['clientPaymentId']);
  expect(unpackFields('100000000')).toEqual(['expirationTime']);
  expect(unpackFields('200000000')).toEqual(['paymentId']);
  expect(unpackFields((1n << 72n).toString(16))).toEqual(['refundConfirmedAt']);
  expect(unpackFields((1n << 73n).toString(16))).toEqual(['riskScore']);
  expect(unpackFields((1n << 84n).toString(16))).toEqual(['ownerCategory']);
});

test('both forms of the column are read alike', () => {
  const long = [
    { source: 'read', at: 2, observation: 'b', fields: ['status', 'type'] },
    { source: 'create', at: 1, observation: 'a', fields: ['url'] },
  ];
  const short = packProvenance(long);
  const [shortText, longText] = [JSON.stringify(short), JSON.stringify(long)];
  expect(shortText.length).toBeLessThan(longText.length / 2);
  expect(readStamps(parseJson(shortText).value)).toEqual(readStamps(parseJson(longText).value));
  expect(readProvenance(JSON.parse(shortText))).toEqual(readProvenance(long));
});

test('a name without a place is kept', () => {
  const short = pack(['aNewField', 'status']);
  expect(short).toEqual([['read', 1_764_000_000_000, 'a', '4', 'aNewField']]);
  expect(readProvenance(short)).toMatchObject([{ source: 'read', fields: ['aNewField', 'status'] }]);
});

test('an unreadable number is no provenance', () => {
  expect(readProvenance([['read', 1, 'a', 'status']])).toEqual([]);
  expect(() => readStamps(parseJson('[["read", 1, "a", "status"]]').value)).toThrow();
});

test('the bit of an unknown name is refused, because its source would be lost', () => {
  const newer = (1n << 85n).toString(16);
  expect(readProvenance([['read', 1, 'a', newer]])).toEqual([]);
  expect(() => readStamps(parseJson(`[["read", 1, "a", "${newer}"]]`).value)).toThrow();
});
