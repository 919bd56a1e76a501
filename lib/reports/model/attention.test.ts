import { expect, test } from 'vitest';
import { parseTotal } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import type { AttentionItem, AttentionKind } from '../schema/overview.ts';
import { sortAttention } from './attention.ts';

const item = (kind: AttentionKind, changes: Partial<AttentionItem> = {}): AttentionItem => ({
  kind,
  count: 1,
  more: false,
  until: null,
  inferred: false,
  ...changes,
});
const list = (items: readonly AttentionItem[]) => sortAttention(items).map(({ kind }) => kind);

test('sorts by severity before amount and number', () => {
  expect(
    list([
      item('refund-pending', { eur: parseTotal('9000000'), count: 400 }),
      item('deposit-blocked', { eur: parseTotal('5') }),
      item('callback-lost'),
    ]),
  ).toEqual(['callback-lost', 'deposit-blocked', 'refund-pending']);
});

test('sorts by deadline, then amount, then number within a severity', () => {
  expect(
    list([
      item('callback-lost'),
      item('callback-misaddressed', { until: instant(2_000) }),
      item('callback-overdue', { until: instant(1_000) }),
    ]),
  ).toEqual(['callback-overdue', 'callback-misaddressed', 'callback-lost']);
  expect(
    list([
      item('payment-blocked', { count: 2 }),
      item('review-open', { count: 30 }),
      item('deposit-blocked', { eur: parseTotal('99.5') }),
      item('deposit-review', { eur: parseTotal('1000') }),
    ]),
  ).toEqual(['deposit-review', 'deposit-blocked', 'review-open', 'payment-blocked']);
});
