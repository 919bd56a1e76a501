import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { batchKeys } from '#components/query/query-keys.ts';
import type { BatchId, BatchView, RowsView } from '#lib/payment-batches/schema.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { BatchPage } from './batch-page.tsx';
import { BulkPage } from './bulk-page.tsx';
import { UploadProblem } from './upload-problem.tsx';
import { isSameCheck } from './use-column-choice.ts';
import { readRows, storeRows } from './use-pasted-rows.ts';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
}));

afterEach(() => void vi.unstubAllGlobals());

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
  rowsReplacing: 2,
  rowsMaybeSent: 0,
  sums: [{ currency: 'EUR', total: parseTotal('10.5') ?? brand('0'), rows: 1 }],
  terms: [
    { field: 'expirationMinutes', value: '0', rows: 1 },
    { field: 'type', value: 'ONE_TIME', rows: 8 },
    { field: 'type', value: 'REUSABLE', rows: 1 },
    { field: 'locale', value: null, rows: 4 },
    { field: 'network', value: '', rows: 7 },
    { field: 'network', value: 'TRX', rows: 2 },
    { field: 'redirectMode', value: 'SELF', rows: 9 },
  ],
  aboveLimit: { count: 0, isBarred: true },
  sameFile: { batchId, confirmedAt: instant(0) },
  confirmedAt: null,
  confirmedBy: null,
  pauseReason: null,
  pauseAnswer: null,
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
      replacedBy: null,
      lost: null,
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
  client.setQueryData(batchKeys.list(businessId, ''), { batches: [view], next: batchId });
  for (const show of ['errors', 'all'])
    client.setQueryData(batchKeys.rows(businessId, batchId, show, 0), rows);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <BatchPage businessId={businessId} batchId={batchId} rowsPerSecond={2} templates={[]} />
      <BulkPage personId="ada" businessId={businessId} />
    </QueryClientProvider>,
  );
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('shows the sum of the rows as exactly as it will be sent', () => {
  const text = render({
    ...batch,
    sums: [{ currency: 'BTC', total: parseTotal('0.0123456789') ?? brand('0'), rows: 1 }],
  });
  expect(text).toContain('0.0123456789');
});

test('shows summary, problems and columns before the confirmation', () => {
  const text = render(batch);
  expect(text).toContain('1 payment will be created');
  expect(text).toContain('1 row has an error and is left out');
  expect(text).toContain('2 rows replace earlier requests');
  expect(text).toContain('Amount: Use a point');
  expect(text).toContain('Correct row 3');
  expect(text).toContain('The workbook has macros. The macros are ignored.');
  expect(text).toContain('Create payments');
  expect(text).toContain('Minutes until expiry 7 days');
  expect(text).toContain('One-time (ONE_TIME) (8 rows) Reusable (REUSABLE) (1 row)');
  expect(text).toContain('Other values (4 rows)');
  expect(text).toContain('Network The customer chooses (7 rows) TRX (2 rows)');
  expect(text).toContain('Redirect opens in The frame of the checkout (SELF)');
  expect(text).toContain('Rows without a value use: Currency EUR');
  expect(text).toContain('Payments were already created from the same file');
  expect(text).not.toContain('Pause');
});

test('leaves a file above the limit to a person who did not prepare it', () => {
  const barred = render({ ...batch, aboveLimit: { count: 2, isBarred: true } });
  expect(barred).toContain('A colleague who didn’t prepare this file must confirm the batch.');
  expect(barred).not.toContain('Create payments');
  const second = render({ ...batch, aboveLimit: { count: 2, isBarred: false } });
  expect(second).toContain('2 payments are above the limit for payments without approval.');
  expect(second).toContain('Create payments');
});

test('leads to older batches', () => {
  expect(render(batch)).toContain('Older batches');
});

test('warns if the first row of the file looks like a payment', () => {
  expect(render({ ...batch, headers: ['INV-1', '49.90', 'EUR'] })).toContain(
    'but it contains 49.90, which looks like a payment.',
  );
  expect(render(batch)).not.toContain('but it contains id');
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
  expect(text).toContain('1 of 2 rows sent');
  expect(text).toContain('Pause');
  expect(text).toContain('Download results');
  const paused = render({
    ...confirmed,
    state: 'paused',
    pauseReason: 'unknown',
    counts: { ...running, unknown: 1 },
  });
  expect(paused).toContain('Three consecutive payments have unknown outcomes');
  expect(paused).toContain('1 row has an unknown outcome');
  expect(paused).toContain('Resume');
  const answer = 'The service answered with HTTP status 422: the rate is off';
  const refused = render({ ...confirmed, state: 'paused', pauseReason: 'refused', pauseAnswer: answer });
  expect(refused).toContain('The payment service refused ten payments in a row');
  expect(refused).toContain(answer);
  const done = { ...running, queued: 0, failed: 1 };
  const ended = { ...confirmed, state: 'done', counts: done, endedAt: instant(12 * 60_000) } as const;
  expect(render(ended)).toMatch(/Finished .* after 12 min/);
  expect(render(ended)).toContain('Download failed rows');
  expect(render({ ...ended, endedAt: instant(9_000) })).toContain('after less than a minute');
});

test('keeps copied rows in the tab of the person who pasted them', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 20) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
  const ada = { personId: 'ada', businessId };
  expect(storeRows(ada, 'id\tamount\n1\t2')).toBe(true);
  expect(readRows({ ...ada, personId: 'bob' })).toBe('');
  expect(readRows(ada)).toBe('id\tamount\n1\t2');
  // Rows that are too long leave no earlier ones behind.
  expect(storeRows(ada, 'x'.repeat(21))).toBe(false);
  expect(readRows(ada)).toBe('');
});

test('leads back from the sign-in, and says that a file must be chosen again', () => {
  const failure = { code: 'unauthenticated', message: 'Sign in', fieldErrors: {} } as const;
  const show = (source: 'file' | 'text') =>
    renderToStaticMarkup(<UploadProblem failure={failure} source={source} businessId={businessId} />);
  expect(show('file')).toContain('choose the file again');
  expect(show('text')).toContain('continue with your rows');
  for (const source of ['file', 'text'] as const)
    expect(show(source)).toContain(`callbackUrl=${encodeURIComponent(`/${businessId}/payments/bulk`)}`);
});

test.each([
  ['columns', { mapping: ['clientPaymentId', '', 'amount'] }],
  ['values', { defaults: { currency: 'USD' } }],
  ['separator', { separator: ',' }],
] as const)('shows the choices of a check with other %s', (_name, change) => {
  expect(isSameCheck(batch, { ...batch, ...change })).toBe(false);
  expect(isSameCheck(batch, { ...batch, defaults: { locale: '', currency: 'EUR' } })).toBe(true);
});
