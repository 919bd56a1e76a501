import { expect, test } from 'vitest';
import { isRecordList, splitRecords } from './model-record-texts.ts';

test.each([
  ['{"paymentId":"a"}', ['{"paymentId":"a"}']],
  ['not JSON, at all', ['not JSON, at all']],
  ['[]', ['[]']],
  ['[xxx]', ['[xxx]']],
  [' [ {"a":[1,{"b":2}]} ,\n{"amount":"1.50"} ] ', ['{"a":[1,{"b":2}]}', '{"amount":"1.50"}']],
  [String.raw`[{"note":"a], \"b\\"},{"c":1.10}]`, [String.raw`{"note":"a], \"b\\"}`, '{"c":1.10}']],
  // A broken part is a record of its own, which the import refuses.
  ['[{"a":1},{"b":', ['{"a":1}', '{"b":']],
  ['[{"a":1} {"b":2}]trailing', ['{"a":1} {"b":2}', 'trailing']],
])('splits %j into the exact text of each record', (text, records) => {
  expect(splitRecords(text)).toEqual(records);
});

test('keeps every digit of an amount', () => {
  const record = '{"expectedDisplayAmount":1234.567890123456789,"a":1e2}';
  expect(splitRecords(`\uFEFF[${record},${record}]`)).toEqual([record, record]);
  expect(isRecordList('{"a":[]}')).toBe(false);
});
