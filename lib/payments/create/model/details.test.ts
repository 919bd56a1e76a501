import { expect, test } from 'vitest';
import { auditDetails, splitLabels } from './details.ts';

test('splits labels at commas and lines, without empty and repeated ones', () => {
  expect(splitLabels(' VIP, Shop 7,,\nVIP ')).toEqual(['VIP', 'Shop 7']);
  expect(splitLabels(' ')).toEqual([]);
});

test('audits only the details that a person entered', () => {
  expect(auditDetails({})).toEqual({});
  expect(auditDetails({ note: '', labels: [], formerPaymentId: null })).toEqual({});
  expect(auditDetails({ note: 'Call', labels: ['A', 'B'] })).toEqual({ note: 'Call', labels: 'A, B' });
});
