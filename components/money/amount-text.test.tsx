import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseAmount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

const listClasses = (amount: string) =>
  /^<data [^>]*?class="([^"]*)"/
    .exec(renderToStaticMarkup(<AmountText amount={parseAmount(amount)} currency="EUR" />))?.[1]
    ?.split(' ');

test('wraps only very long amounts', () => {
  // Without a class, an amount stays on its line.
  expect(listClasses('1234567.890123456')).toBeUndefined();
  const long = listClasses('99999999999999999999999999999999999.12');
  expect(long).toContain('long-amount');
});

test('offers the exact digits of a rounded amount to keys and screen readers', () => {
  const render = (amount: string, inLink = false) =>
    renderToStaticMarkup(<AmountText amount={parseAmount(amount)} currency="ETH" inLink={inLink} />);
  const rounded = render('0.123456789012345678');
  expect(rounded).toContain(' data-rounded=""');
  expect(render('0.12345678')).not.toContain('data-rounded');
  expect(rounded).toMatch(/ tabindex="0".* aria-description="[^"]*0\.123456789012345678 ETH"/);
  expect(render('0.12345678')).not.toMatch(/tabindex|aria-description/);
  // The link has the focus instead.
  expect(render('0.123456789012345678', true)).not.toContain('tabindex');
});
