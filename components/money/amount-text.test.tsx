import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseAmount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

const classesOf = (amount: string) =>
  /class="([^"]*)"/
    .exec(renderToStaticMarkup(<AmountText amount={parseAmount(amount)} currency="EUR" />))?.[1]
    ?.split(' ');

test('an amount stands in one line, unless it has more digits than a row has room for', () => {
  expect(classesOf('1234567.890123456')).toContain('whitespace-nowrap');
  const long = classesOf('99999999999999999999999999999999999.12');
  expect(long).toContain('long-amount');
  expect(long).not.toContain('whitespace-nowrap');
});
