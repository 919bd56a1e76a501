import { readFile } from 'node:fs/promises';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { batchKeys } from '#components/query/query-keys.ts';
import { isSameCheck } from '#lib/payment-batches/model/column-choice.ts';
import { guessMapping } from '#lib/payment-batches/model/column-names.ts';
import type { BatchId, BatchSum, BatchView, RowsView } from '#lib/payment-batches/schema.ts';
import type { Total } from '#lib/values/amount.ts';
import { parseAmount, parseTotal } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { BatchPage } from './batch-page.tsx';
import { BulkPage } from './bulk-page.tsx';
import { formatSums } from './format-sums.ts';
import { UploadProblem } from './upload-problem.tsx';

const businessId = toId<BusinessId>('0d9e1c8a-1111-4222-8333-444455556666');
const batchId = brand<BatchId>('0d9e1c8a-1111-4222-8333-444455557777');
const counts = { draft: 2, 'left-out': 0, queued: 0, sending: 0, unsent: 0, done: 0, failed: 0, unknown: 0 };
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
  decimalSign: ',',
  headers: ['id', 'amount', ''],
  mapping: ['clientPaymentId', 'amount', ''],
  defaults: { currency: 'EUR' },
  sample: [['INV-1', '10.50', 'x']],
  notes: ['macros'],
  revision: '0d9e1c8a-1111-4222-8333-444455558888',
  rowsWithErrors: 1,
  rowsWithWarnings: 1,
  sums: [{ currency: 'EUR', total: parseTotal('10.5') ?? brand('0'), rows: 1 }],
  terms: [
    { field: 'expirationMinutes', value: '0', rows: 1 },
    { field: 'expirationMinutes', value: '1440', rows: 2 },
    { field: 'type', value: 'ONE_TIME', rows: 8 },
    { field: 'type', value: 'REUSABLE', rows: 1 },
    { field: 'locale', value: null, rows: 4 },
    { field: 'network', value: '', rows: 7 },
    { field: 'network', value: 'TRX', rows: 2 },
    { field: 'redirectMode', value: 'SELF', rows: 9 },
  ],
  aboveLimit: { count: 0, isBarred: true, blocks: [] },
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
      intentId: null,
      paymentId: null,
      paymentUrl: null,
    },
  ],
  next: 3,
};

function renderMarkup(view: BatchView, shown = rows): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(batchKeys.one(businessId, batchId), view);
  client.setQueryData(batchKeys.list(businessId, ''), { batches: [view], next: batchId });
  for (const show of ['errors', 'all'])
    client.setQueryData(batchKeys.rows(businessId, batchId, show, 0), shown);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <BatchPage businessId={businessId} batchId={batchId} rowsPerSecond={2} templates={[]} />
      <BulkPage businessId={businessId} />
    </QueryClientProvider>,
  );
}

const render = (view: BatchView, shown = rows): string =>
  renderMarkup(view, shown)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

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
  expect(text).toContain('Amount: Use a point');
  expect(text).toContain('Correct row 3');
  expect(text).toContain('The workbook has macros. The macros are ignored.');
  expect(text).toContain('Create payments');
  expect(text).toContain('Expires after 7 days (1 row) 24 hours (2 rows)');
  expect(text).toContain('One-time (8 rows) Reusable (1 row)');
  expect(text).toContain('Other values (4 rows)');
  expect(text).toContain('Network The customer chooses (7 rows) TRX (2 rows)');
  expect(text).toContain('Redirect opens in The frame of the checkout');
  expect(text).toContain('Rows without a value use: Currency EUR');
  expect(render({ ...batch, defaults: { type: 'ONE_TIME', expirationMinutes: '1440' } })).toContain(
    'Rows without a value use: Type One-time, Expires after 24 hours',
  );
  expect(text).toContain('Payments were already created from the same file');
  expect(text).not.toContain('Pause');
});

test('leaves a file above the limit to a person who did not prepare it', () => {
  const barred = render({ ...batch, aboveLimit: { count: 2, isBarred: true, blocks: [] } });
  expect(barred).toContain('A colleague who didn’t prepare this file must confirm the batch.');
  expect(barred).not.toContain('Create payments');
  const second = render({ ...batch, aboveLimit: { count: 2, isBarred: false, blocks: [] } });
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
  expect(render({ ...batch, headers: ['INV-1', '1.234,50', 'EUR'] })).toContain('but it contains 1.234,50,');
  expect(render(batch)).not.toContain('but it contains id');
});

test('says before the confirmation how long sending takes', () => {
  expect(render({ ...batch, rowCount: 1_001 })).toContain('Expected duration: 8 min, or longer');
  expect(render(batch)).toContain('Expected duration: less than a minute, or longer');
});

test('folds the columns that are not used behind one line', () => {
  const extra = Array.from({ length: 54 }, (_column, at) => `extra ${at}`);
  const mapping: BatchView['mapping'] = ['clientPaymentId', 'amount', ...extra.map(() => '' as const)];
  const wide = { ...batch, headers: ['id', 'amount', ...extra], mapping };
  const text = renderMarkup(wide);
  const [shown = '', folded = ''] = text.split('<details');
  expect(shown).toContain('Use column amount as');
  expect(shown).not.toContain('Use column extra');
  expect(folded).toContain('54 columns aren’t used');
  expect(folded).toContain('Use column extra 53 as');
  // A field that is missing may be in any of them.
  expect(renderMarkup({ ...wide, defaults: {} })).not.toContain('columns aren’t used');
});

test('shows the amounts of rows and sums as they are sent, grouped', () => {
  const [first] = rows.rows;
  if (first === undefined) throw new Error('no row');
  const values = { ...first.values, amount: '1234.50' };
  expect(render(batch, { rows: [{ ...first, values }], next: null })).toContain('1,234.50 EUR');
  expect(render(batch)).toContain('1,5 EUR');
  const total = parseTotal('12345.6') ?? brand<Total>('0');
  const sums: readonly BatchSum[] = [
    { currency: 'EUR', total, rows: 1 },
    { currency: 'BTC', total: parseTotal('0.0123456789') ?? brand('0'), rows: 1 },
  ];
  expect(formatSums(sums, 'en')).toBe('12,345.60 EUR + 0.0123456789 BTC');
  expect(formatSums(sums, 'de')).toBe('12.345,60 EUR + 0,0123456789 BTC');
});

test('offers a sample file that the check accepts as it is', async () => {
  expect(renderMarkup(batch)).toContain('href="/payments-sample.csv"');
  const lines = (await readFile('public/payments-sample.csv', 'utf8')).split('\r\n');
  const [mark, head = '', ...payments] = lines.filter((line) => line !== '').map((line) => line.split(','));
  expect(mark).toEqual(['sep=', '']);
  expect(guessMapping([...head])).toEqual(['clientPaymentId', 'amount', 'currency', 'network']);
  for (const [, amount = ''] of payments) expect(parseAmount(amount)).toBe(amount);
});

test('asks for the decimal sign, and shows which digits are sent', () => {
  const sample = [['INV-1', '1.234,50 €', 'x']];
  const asked = render({ ...batch, state: 'uploaded', decimalSign: null, sample });
  expect(asked).toContain('Amounts in this file can be read in two ways.');
  expect(asked).not.toContain('is sent as');
  const decided = render({ ...batch, sample });
  expect(decided).not.toContain('can be read in two ways');
  expect(decided).toContain('1.234,50 € in the file is sent as 1234.50.');
  const workbook = render({ ...batch, source: 'xlsx', sample: [['INV-1', '1.234', 'x']] });
  expect(workbook).not.toContain('is sent as');
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
  expect(paused).toContain('The outcome of a payment is unknown');
  expect(paused).toContain('1 row has an unknown outcome');
  expect(paused).toContain('Mark all as not created');
  expect(text).not.toContain('Mark all as not created');
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
  ['decimal sign', { decimalSign: '.' }],
] as const)('shows the choices of a check with other %s', (_name, change) => {
  expect(isSameCheck(batch, { ...batch, ...change })).toBe(false);
  expect(isSameCheck(batch, { ...batch, defaults: { locale: '', currency: 'EUR' } })).toBe(true);
});
