import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { clientPaymentId, toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { OpenRequests } from './open-requests.tsx';

test('shows the amount of a request as it was sent', () => {
  const markup = renderToStaticMarkup(
    <OpenRequests
      businessId="one"
      lines={[
        {
          intentId: toId('3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01'),
          clientPaymentId: clientPaymentId('order-1'),
          state: 'UNKNOWN',
          createdAt: instant(0),
          changedAt: instant(0),
          createdBy: 'Ada',
          error: null,
          payments: [],
          price: { amount: '0.0123456789', currency: 'BTC' },
        },
      ]}
    />,
  );
  expect(markup.replaceAll(/<[^>]*>/g, '')).toContain('0.0123456789');
});
