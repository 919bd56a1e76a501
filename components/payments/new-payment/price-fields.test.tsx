import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { PriceFields } from './price-fields.tsx';

const accepted = { displayCurrencies: ['EUR'], depositCurrencies: ['BTC'], networks: { BTC: ['BTC'] } };
const opening = createForm('0d9e1c8a-1111-4222-8333-444455556666', 'INV-1', accepted);

const unused = () => undefined;
const render = (change: Partial<CreatePaymentInput>) => {
  const values = { ...opening, ...change };
  return renderToStaticMarkup(
    <PriceFields
      form={{
        values,
        field: (name) => ({ name, value: values[name], error: undefined, onChange: unused, onBlur: unused }),
        change: unused,
        complete: unused,
        amountReadings: null,
      }}
      accepted={accepted}
      minimums={{ minimums: null, readAt: null }}
    />,
  );
};

test('says at once which value of an older draft the business no longer accepts', () => {
  expect(render({ displayCurrency: 'USD' })).toContain('does not accept prices in USD');
  expect(render({ priceIn: 'crypto', depositCurrency: 'LTC', network: 'LTC' })).toContain(
    'aria-invalid="true"',
  );
  for (const change of [
    {},
    { displayCurrency: '' as const },
    { priceIn: 'crypto', depositCurrency: 'BTC' } as const,
  ])
    expect(render(change)).not.toContain('aria-invalid="true"');
});
