import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { BatchId, LostRow, RowView } from '#lib/payment-batches/schema.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { LostRowOutcome } from './lost-row.tsx';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
}));

const businessId = toId<BusinessId>('0d9e1c8a-1111-4222-8333-444455556666');
const batchId = brand<BatchId>('0d9e1c8a-1111-4222-8333-444455557777');
const first = toId<PaymentId>('aaaaaaaa-1111-4222-8333-444455550001');
const second = toId<PaymentId>('bbbbbbbb-1111-4222-8333-444455550002');

function render(paymentIds: readonly PaymentId[], further: number): string {
  const lost: LostRow = {
    later: null,
    seen: { paymentIds, further, revision: '0'.repeat(32) },
    settled: null,
  };
  const row: RowView = {
    number: 3,
    values: { clientPaymentId: 'INV-2' },
    issues: [],
    hasErrors: false,
    state: 'unknown',
    error: null,
    replacedBy: null,
    lost,
    intentId: null,
    paymentId: null,
    paymentUrl: null,
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LostRowOutcome businessId={businessId} batchId={batchId} row={row} lost={lost} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('offers each reported payment of a row in doubt', () => {
  expect(render([first, second], 0)).toBe(
    [
      '2 payments with this client payment ID were reported.',
      'View payment aaaaaaaa…0001 Assign payment aaaaaaaa…0001 to row 3',
      'View payment bbbbbbbb…0002 Assign payment bbbbbbbb…0002 to row 3',
      'Mark row 3 as not created',
    ].join(' '),
  );
});

test('collapses payments beyond the first five, and offers each of them', () => {
  const ids = Array.from({ length: 7 }, (_, at) =>
    toId<PaymentId>(`aaaaaaaa-1111-4222-8333-44445555000${at}`),
  );
  const text = render(ids, 0);
  for (const at of ids.keys()) expect(text).toContain(`Assign payment aaaaaaaa…000${at} to row 3`);
  expect(text).toMatch(/…0004 to row 3 2 more payments for row 3 View payment aaaaaaaa…0005/);
  expect(render(ids.slice(0, 5), 0)).not.toContain('more payment');
});

test('says that further reported payments are not shown', () => {
  expect(render([first, second], 4)).toContain(
    '6 payments with this client payment ID were reported. Only 2 payments are shown.',
  );
  expect(render([], 0)).toBe('Mark row 3 as not created');
});
