import { expect, test } from 'vitest';
import type { SearchHit } from '#lib/search/schema/search.ts';
import { instant } from '#lib/values/instant.ts';
import { findFirstResult } from './palette-results.tsx';

const hit = (kind: SearchHit['kind']): SearchHit => ({
  kind,
  id: 'one',
  reference: 'Order 7',
  status: 'UNKNOWN',
  amount: null,
  currency: null,
  provisional: null,
  at: instant(0),
  field: 'clientPaymentId',
  value: 'Order 7',
});

const first = (kind: SearchHit['kind'], mayCreate: boolean) =>
  findFirstResult('b', [], 'Order', {
    view: { hits: [hit(kind)], more: false, lists: [], mayCreate },
    isPending: false,
    failure: null,
  });

test.each([true, false])('opens the page of a record (may create payments: %s)', (mayCreate) => {
  expect(first('payment', mayCreate)).toBe('/b/payments/one');
  expect(first('deposit', mayCreate)).toBe('/b/deposits/one');
  expect(first('withdrawal', mayCreate)).toBe('/b/withdrawals/one');
});

test('opens a page of the request that the person may see', () => {
  expect(first('intent', true)).toBe('/b/payments/new?intent=one');
  expect(first('intent', false)).toMatch(/^\/b\/exceptions\?.*\bonly=one\b/);
});
