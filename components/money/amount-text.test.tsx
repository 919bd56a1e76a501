import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseAmount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

const listClasses = (amount: string) =>
  /class="([^"]*)"/
    .exec(renderToStaticMarkup(<AmountText amount={parseAmount(amount)} currency="EUR" />))?.[1]
    ?.split(' ');

test('wraps only very long amounts', () => {
  expect(listClasses('1234567.890123456')).toContain('whitespace-nowrap');
  const long = listClasses('99999999999999999999999999999999999.12');
  expect(long).toContain('long-amount');
  expect(long).not.toContain('whitespace-nowrap');
});
