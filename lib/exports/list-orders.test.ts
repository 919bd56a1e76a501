import { expect, test } from 'vitest';
import { depositDefinition } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionDefinition } from '#lib/exceptions/list-definition.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { selectSort } from '#lib/lists/definition.ts';
import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { withdrawalDefinition } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

const lists: readonly (readonly [string, ListSpec, ListDefinition])[] = [
  ['payments', paymentList, paymentDefinition],
  ['deposits', depositList, depositDefinition],
  ['refunds', refundList, refundDefinition],
  ['withdrawals', withdrawalList, withdrawalDefinition],
  ['exceptions', exceptionList, exceptionDefinition(null)],
];

test.each(lists)('%s are ordered by the time that their page names', (_, spec, definition) => {
  const days = Object.entries(spec.filters).flatMap(([name, { kind }]) => (kind === 'days' ? [name] : []));
  for (const one of days)
    for (const other of days) {
      const query = { ...wholeList, days: { [one]: 'today', [other]: 'today' } } as const;
      const name = findOrderingTime(spec, query);
      const expected = name === null ? definition.at : definition.sorts?.[name]?.column;
      expect(selectSort(definition, query).column, `${one}, ${other}`).toBe(expected);
    }
});
