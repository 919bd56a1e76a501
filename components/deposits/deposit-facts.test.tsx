import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { DepositFacts } from './deposit-facts.tsx';

const shown = (network: string, destinationTag: string | null) =>
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
  ).replaceAll(/<[^>]*>/g, ' ');

test('an address that many share stands with its tag, and it is said where none is known', () => {
  expect(shown('XRP', '0012')).toMatch(/rShared.*Destination tag.*0012/);
  expect(shown('XLM', null)).toContain('Its payment tells none for this address.');
  expect(shown('ETH', null)).not.toContain('Destination tag');
});
