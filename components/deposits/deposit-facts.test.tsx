import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { DepositFacts } from './deposit-facts.tsx';

const render = (network: string, destinationTag: string | null) =>
  renderToStaticMarkup(
    <DepositFacts
      deposit={{
        ...readRecord(depositDetailFields, {
          depositId: 'one',
          versions: '1',
          network,
          toAddress: 'rShared',
        }),
        ...{ provenance: [], conflicts: [], clientPaymentId: null, callbackDepegCurrency: null },
        destinationTag,
      }}
    />,
  )
    .replaceAll(/<span role="img" aria-label="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]*>/g, ' ');

test('shows the destination tag of a shared address, or that the payment has none', () => {
  expect(render('XRP', '0012')).toMatch(/rShared.*Destination tag.*0012/);
  expect(render('XLM', null)).toContain('The payment has no destination tag for this address.');
  expect(render('ETH', null)).not.toContain('Destination tag');
});
