import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { amount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { exceptionColumns } from './exception-columns.tsx';

const row: ExceptionRow = {
  kind: 'intent',
  subjectId: 'one',
  clientPaymentId: 'order-1',
  states: ['unknown-outcome'],
  currency: 'EUR',
  expected: amount('49.9'),
  actual: null,
  actualCurrency: null,
  at: instant(0),
  owner: null,
  note: '',
  resolvedAt: null,
  version: 0,
};
const cells = (given: Partial<ExceptionRow>) =>
  exceptionColumns('', () => '', false)
    .filter(({ id }) => id === 'expected' || id === 'actual')
    .map(({ cell }) => renderToStaticMarkup(cell({ ...row, ...given })).replaceAll(/<[^>]*>/g, ' '));

test('what a request asked for is marked as ours, on a card too, and what a payment was asked for is not', () => {
  for (const cell of cells({})) expect(cell).toMatch(/Asked by us.*49\.90.*EUR/);
  for (const cell of cells({ kind: 'payment', states: ['under'] })) {
    expect(cell).not.toContain('Asked by us');
    expect(cell).toContain('49.90');
  }
  for (const cell of cells({ expected: null })) expect(cell).not.toContain('Asked by us');
});
