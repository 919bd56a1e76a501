import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { batchKeys } from '#components/query/query-keys.ts';
import type { BatchId, BatchView, RowsView } from '#lib/payment-batches/schema.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { BatchPage } from './batch-page.tsx';
import { BulkPage } from './bulk-page.tsx';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
}));

const businessId = toId<BusinessId>('0d9e1c8a-1111-4222-8333-444455556666');
const batchId = brand<BatchId>('0d9e1c8a-1111-4222-8333-444455557777');
const counts = { draft: 2, 'left-out': 0, queued: 0, sending: 0, done: 0, failed: 0, unknown: 0 };
const batch: BatchView = {
  businessId,
  batchId,
  fileName: 'invoices.csv',
  state: 'checked',
  rowCount: 2,
  createdAt: instant(0),
  createdBy: 'Ana',
  counts,
  source: 'csv',
  size: 60,
  encoding: 'utf-8',
  separator: ';',
  headers: ['id', 'amount', ''],
  mapping: ['clientPaymentId', 'amount', ''],
  defaults: { currency: 'EUR' },
  sample: [['INV-1', '10.50', 'x']],
  notes: ['macros'],
  revision: '0d9e1c8a-1111-4222-8333-444455558888',
  rowsWithErrors: 1,
  rowsWithWarnings: 1,
  sums: [{ currency: 'EUR', total: parseTotal('10.5') ?? brand('0'), rows: 1 }],
  sameFile: { batchId, confirmedAt: instant(0) },
  confirmedAt: null,
  confirmedBy: null,
  pauseReason: null,
  notBefore: null,
  endedAt: null,
};
const rows: RowsView = {
  rows: [
    {
      number: 3,
      values: { clientPaymentId: 'INV-2', amount: '1,5', currency: 'EUR' },
      issues: [{ field: 'amount', level: 'error', message: 'Use a point' }],
      hasErrors: true,
      state: 'draft',
      error: null,
      intentId: null,
      paymentId: null,
      paymentUrl: null,
    },
  ],
  next: 3,
};

function render(view: BatchView): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(batchKeys.one(businessId, batchId), view);
  client.setQueryData(batchKeys.list(businessId), { batches: [view] });
  for (const show of ['errors', 'all'])
    client.setQueryData(batchKeys.rows(businessId, batchId, show, 0), rows);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <BatchPage businessId={businessId} batchId={batchId} rowsPerSecond={2} templates={[]} />
      <BulkPage businessId={businessId} />
    </QueryClientProvider>,
  );
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('shows summary, problems and columns before the confirmation', () => {
  const text = render(batch);
  expect(text).toContain('1 payment will be created');
  expect(text).toContain('1 row has an error and is left out');
  expect(text).toContain('Amount: Use a point');
  expect(text).toContain('Correct row 3');
  expect(text).toContain('The workbook has macros. They are ignored.');
  expect(text).toContain('Create payments');
  expect(text).not.toContain('Pause');
});

test('asks for missing columns while the rows can’t be checked', () => {
  const text = render({ ...batch, state: 'uploaded', mapping: ['', 'amount', ''], sums: [] });
  expect(text).toContain('Choose a column for: Client payment ID');
  expect(text).toContain('Discard');
  expect(text).not.toContain('Create payments');
});

test('shows progress, the reason of a pause and the results after the confirmation', () => {
  const confirmed = { ...batch, confirmedAt: instant(0), confirmedBy: 'Ana' };
  const running = { ...counts, draft: 0, queued: 1, done: 1 };
  const text = render({ ...confirmed, state: 'running', counts: running, notBefore: instant(60_000) });
  expect(text).toContain('1 of 2 sent');
  expect(text).toContain('Pause');
  expect(text).toContain('Download results');
  const paused = render({
    ...confirmed,
    state: 'paused',
    pauseReason: 'unknown',
    counts: { ...running, unknown: 1 },
  });
  expect(paused).toContain('Three payments in a row have unknown outcomes');
  expect(paused).toContain('1 row has an unknown outcome');
  expect(paused).toContain('Resume');
});
