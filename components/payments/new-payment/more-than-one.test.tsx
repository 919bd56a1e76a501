import { randomUUID } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { intentKeys } from '#components/query/query-keys.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { clientPaymentId, toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { NeedsAttention } from './open-requests.tsx';
import { OtherPayments } from './other-payments.tsx';

const request = (name: string): IntentView => ({
  intentId: toId(randomUUID()),
  businessId: toId(randomUUID()),
  clientPaymentId: clientPaymentId(name),
  state: 'CREATED',
  sent: [],
  requestBody: '{}',
  createdAt: instant(0),
  changedAt: instant(0),
  createdBy: 'Ada',
  attempts: 1,
  unaccounted: 0,
  paymentId: null,
  payments: [],
  paymentUrl: null,
  error: null,
});

test('warns of another payment when only the second attempt was answered', () => {
  const render = (changes: Partial<IntentView>) =>
    renderToStaticMarkup(<OtherPayments intent={{ ...request('Order 7'), ...changes }} />);
  expect(render({})).toBe('');
  expect(render({ attempts: 2, unaccounted: 1 })).toContain(
    'The service didn’t answer every one of the 2 requests',
  );
  expect(render({ attempts: 2, unaccounted: 1, state: 'UNKNOWN' })).toBe('');
});

test('leaves out the request that the form corrects', () => {
  const [first, second] = [request('Order 7'), request('Order 8')];
  const client = new QueryClient();
  client.setQueryData(
    intentKeys.open(first.businessId),
    [first, second].map((intent) => ({ ...intent, state: 'REJECTED', price: null })),
  );
  const render = (besides: string | null) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <NeedsAttention businessId={first.businessId} besides={besides} />
      </QueryClientProvider>,
    );
  expect(render(null)).toContain('2 earlier payment requests need attention');
  expect(render(second.intentId)).toContain('An earlier payment request needs attention');
  expect(render(second.intentId)).not.toContain('2 earlier payment requests');
});
