import { randomUUID } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { clientPaymentId, toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { AlsoMade } from './also-made.tsx';
import { NeedsAttention } from './needs-attention.tsx';

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

test('a request that was answered the second time alone says that the first may have made a payment too', () => {
  const words = (told: Partial<IntentView>) =>
    renderToStaticMarkup(<AlsoMade intent={{ ...request('Order 7'), ...told }} />);
  expect(words({})).toBe('');
  expect(words({ attempts: 2, unaccounted: 1 })).toContain('sent 2 times and not answered each time');
  expect(words({ attempts: 2, unaccounted: 1, state: 'UNKNOWN' })).toBe('');
});

test('the request that the form is about is not counted among those before it', () => {
  const [first, second] = [request('Order 7'), request('Order 8')];
  const words = (besides: string | null) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <NeedsAttention
          businessId={first.businessId}
          initial={[first, second].map((one) => ({ ...one, state: 'REJECTED', price: null }))}
          besides={besides}
        />
      </QueryClientProvider>,
    );
  expect(words(null)).toContain('2 earlier requests need attention');
  expect(words(second.intentId)).toContain('An earlier request needs attention');
  expect(words(second.intentId)).not.toContain('Order 8');
});
