import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NowContext } from '#components/ui/locale-context.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { amount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionStatesLine } from './exception-states.tsx';

const row: ExceptionRow = {
  kind: 'intent',
  subjectId: 'one',
  clientPaymentId: 'order-1',
  states: ['unknown-outcome'],
  mismatches: [],
  differences: [],
  currency: 'EUR',
  expected: amount('49.9'),
  actual: null,
  actualCurrency: null,
  difference: null,
  at: instant(0),
  owner: null,
  note: '',
  resolvedAt: null,
  resolvedBy: null,
  resolutionReason: null,
  changedAt: instant(0),
  version: 0,
};
const renderAmounts = (changes: Partial<ExceptionRow>) =>
  exceptionColumns('', () => '', false)
    .filter(({ id }) => id === 'expected' || id === 'actual')
    .map(({ cell }) =>
      renderToStaticMarkup(cell({ ...row, ...changes }))
        .replaceAll(/<span role="img" aria-label="([^"]*)"[^>]*>/g, '$1')
        .replaceAll(/<[^>]*>/g, ' '),
    );

test('never shows 0 as the received amount when the deposit is in another coin', () => {
  const mismatch = {
    kind: 'payment',
    states: ['mismatch'],
    currency: 'USDT',
    actual: amount('0.00'),
  } as const;
  for (const actualCurrency of [null, 'EUR']) {
    const [, actual] = renderAmounts({ ...mismatch, actualCurrency });
    expect(actual).not.toContain('0.00');
    expect(actual).toContain('The deposit used another coin or network than requested.');
  }
  expect(renderAmounts({ ...mismatch, states: ['under'], actualCurrency: 'USDT' })[1]).toContain('0.00');
});

test('names a wrong coin and a wrong network apart, where the deposits tell', () => {
  const name = (mismatches: ExceptionRow['mismatches']) =>
    renderToStaticMarkup(<ExceptionStatesLine row={{ states: ['mismatch'], mismatches }} />);
  expect(name(['wrong-network'])).toContain('Wrong network');
  expect(name(['wrong-coin'])).toMatch(/Wrong coin(?! or)/);
  expect(name([])).toContain('Wrong coin or network');
});

test('marks the amount of a request as requested, also on a card, and leaves the amount of a payment unmarked', () => {
  for (const cell of renderAmounts({})) expect(cell).toMatch(/Requested.*49\.90.*EUR/);
  for (const cell of renderAmounts({ kind: 'payment', states: ['under'] })) {
    expect(cell).not.toContain('Requested');
    expect(cell).toContain('49.90');
  }
  for (const cell of renderAmounts({ expected: null })) expect(cell).not.toContain('Requested');
});

const day = 86_400;
const age = exceptionColumns('', () => '', false).find(({ id }) => id === 'age');
const renderAge = (seconds: number, changes: Partial<ExceptionRow> = {}) =>
  renderToStaticMarkup(<NowContext value={seconds}>{age?.cell({ ...row, ...changes })}</NowContext>);

test.each([
  [-5, 'Less than a day'],
  [day - 1, 'Less than a day'],
  [day, '1 day'],
  [30 * day, '30 days'],
])('shows the age of an exception after %s seconds in full days', (seconds, text) => {
  expect(renderAge(seconds).replaceAll(/<[^>]*>/g, '')).toBe(text);
  expect(renderAge(seconds)).not.toContain('text-attention');
});

test('emphasizes an exception after more than 30 days, and shows no age of a resolved one', () => {
  expect(renderAge(31 * day)).toContain('text-attention');
  expect(renderAge(31 * day, { resolvedAt: instant(day * 1_000) })).toBe('');
});
