import { expect, test } from 'vitest';
import { defineFields, listRowFields, listServiceFields } from './field.ts';
import { toFilters, toSorts } from './filters.ts';

const fields = defineFields({
  id: { kind: 'name', isKey: true, isListed: true },
  coin: { kind: 'text', label: 'Coin', filter: { fact: 'coin', choices: [{ value: 'BTC', label: 'BTC' }] } },
  sum: {
    kind: 'amount',
    currency: 'coin',
    isListed: true,
    label: 'Sum',
    filter: true,
    filterName: 'total',
    sort: { inEur: 'value' },
  },
  loss: { kind: 'signed', currency: 'uniformCurrency', label: 'Loss', filter: true, sort: true },
  at: { kind: 'seconds', label: 'At', filter: true, sort: true },
  tag: { kind: 'text', label: 'Tag', filter: true },
  note: { kind: 'text', label: 'Note' },
  seen: { kind: 'fact', isOwn: true, isListed: true },
});

test('filters amounts by range in their currency, times by days, texts by value, and few values by choice', () => {
  expect(toFilters(fields)).toEqual({
    coin: { kind: 'choice', label: 'Coin', choices: [{ value: 'BTC', label: 'BTC' }] },
    total: { kind: 'amount', label: 'Sum', currencies: ['BTC'] },
    loss: { kind: 'amount', label: 'Loss', currencies: ['EUR'], signed: true },
    at: { kind: 'days', label: 'At', orders: 'filtered' },
    tag: { kind: 'exact', label: 'Tag' },
  });
});

test('orders amounts within one currency, or by their value in EUR', () => {
  expect(toSorts(fields)).toEqual({
    total: { label: 'Sum', kind: 'amount', currency: 'coin', inEur: 'value' },
    loss: { label: 'Loss', kind: 'amount' },
    at: { label: 'At', kind: 'time' },
  });
});

test('lists the fields of a row, and those that the service reports', () => {
  expect(Object.keys(listRowFields(fields))).toEqual(['id', 'sum', 'seen']);
  expect(Object.keys(listServiceFields(fields))).not.toContain('seen');
});
