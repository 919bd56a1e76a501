import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { paymentDetailFields } from '#lib/payments/schema/fields.ts';
import { PaymentFacts } from './payment-facts.tsx';

const renderTimeFrame = (expirationMinutes: string) => {
  const payment = {
    ...readRecord(paymentDetailFields, { paymentId: 'one', expirationMinutes }),
    ...{
      provenance: [],
      conflicts: [],
      expiryStart: null,
      canBeRead: true,
      readingPause: null,
      exceptionWork: null,
      withinTolerance: false,
    },
  };
  const text = renderToStaticMarkup(<PaymentFacts payment={payment} />).replaceAll(/<[^>]*>/g, ' ');
  return /Time limit for payment\s+(.*?minutes?)\b/.exec(text)?.[1];
};

test.each([
  ['0', '0 minutes'],
  ['1', '1 minute'],
  ['30', '30 minutes'],
  ['525600', '525,600 minutes'],
])('shows a time limit of %s minutes', (minutes, text) => {
  expect(renderTimeFrame(minutes)).toBe(text);
});
