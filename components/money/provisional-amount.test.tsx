import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedRecordsSection } from '#components/linked-records/linked-records.tsx';
import { PaletteResults } from '#components/shell/palette-results.tsx';
import { WithdrawalPreview } from '#components/withdrawals/withdrawal-preview.tsx';
import { parseAmount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import { ProvisionalAmount } from './provisional-amount.tsx';

const readText = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const amount = parseAmount('2.5');
const labels: readonly (readonly [Provisional | null, string])[] = [
  [null, '2.50 ETH'],
  ['callback', 'reported by callback only: 2.50 ETH'],
  ['estimate', 'Estimated 2.50 ETH'],
];
const record = { id: 'one', reference: null, status: null, amount, currency: 'ETH', at: instant(0) };

test.each(labels)('labels %s the same way in every place', (provisional, text) => {
  expect(readText(<ProvisionalAmount amount={amount} currency="ETH" provisional={provisional} />)).toBe(text);
  const one = { ...record, provisional };
  const group = { relation: 'transaction', kind: 'deposit', rows: [one], more: 0, atLeast: false } as const;
  const linkedRecords = {
    groups: [{ ...group, address: '', listed: null }],
    needsTag: false,
    compared: null,
  };
  expect(readText(<LinkedRecordsSection businessId="b" linkedRecords={linkedRecords} />)).toContain(
    ` ${text}`,
  );
  const hit = { ...one, kind: 'deposit', field: 'depositId', value: 'one' } as const;
  const found = {
    view: { hits: [hit], more: false, lists: [], mayCreate: true },
    isPending: false,
    failure: null,
  };
  expect(
    readText(<PaletteResults businessId="b" groups={[]} typed="one" found={found} onGo={() => undefined} />),
  ).toContain(` ${text}`);
});

test('labels a withdrawal’s amount in the drawer', () => {
  const readDrawer = (actualWithdrawAmount: string | null) => {
    const queries = new QueryClient();
    queries.setQueryData(['b', 'b', 'withdrawals', 'one', 'one'], {
      withdrawal: {
        actualWithdrawAmount,
        estimatedWithdrawAmount: '9',
        withdrawCurrency: 'ETH',
        withdrawalId: 'one',
        toTag: null,
        provenance: [],
        conflicts: [],
        firstReceivedAt: 0,
      },
      timeline: null,
    });
    return readText(
      <QueryClientProvider client={queries}>
        <WithdrawalPreview businessId="b" id="one" />
      </QueryClientProvider>,
    );
  };
  expect(readDrawer(null)).toContain('Estimated amount 9.00 ETH');
  expect(readDrawer('8.9')).toContain('Sent amount 8.90 ETH');
});
