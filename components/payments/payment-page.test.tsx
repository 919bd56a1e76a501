import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { recordKey } from '#components/query/query-keys.ts';
import { NowContext } from '#components/ui/locale-context.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { instant } from '#lib/values/instant.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { PaymentPage } from './payment-page.tsx';

const paymentId = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const times = { sortAt: '0', firstObservedAt: '0', changedAt: '0', versions: '1' };
const view = {
  payment: createPaymentDetail({
    ...{ paymentId, clientPaymentId: 'order-1', status: 'DEPOSITED', type: 'ONE_TIME', coverage: 'exact' },
    ...{ recordSeen: true, depositCount: '1', confirmedDepositCount: '1', displayCurrency: 'EUR' },
    ...{ expectedDisplayAmount: '80', actualDisplayAmount: '80', url: 'https://pay.example/1' },
    ...{ ...times, depositStatuses: ['CONFIRMED'] },
  }),
  creator: { person: 'Ada', at: instant(0), confirmed: true },
  deposits: [
    {
      ...readRecord(depositDetailFields, {
        ...{
          depositId: paymentId,
          paymentId,
          status: 'CONFIRMED',
          depositAmount: '0.5',
          depositCurrency: 'ETH',
        },
        ...{ displayAmount: '80', displayCurrency: 'EUR', settlementCurrency: 'EUR' },
        ...{ settlementServiceFee: '1', settlementPayableAmount: '79', ...times },
      }),
      ...{ provenance: [], conflicts: [], clientPaymentId: 'order-1', destinationTag: null },
      callbackDepegCurrency: null,
    },
  ],
  riskChangedAt: null,
  timeline: { entries: [], after: null },
  annotations: { notes: [], labels: [], labelVocabulary: [] },
  linkedRecords: { groups: [], needsTag: false, compared: null },
  related: { former: null, successors: [], original: null, remainders: [], preferred: null, further: [] },
};

test('a plain paid payment has five sections, whatever the person may do', () => {
  const client = new QueryClient();
  client.setQueryData(recordKey('b', 'payments', paymentId), view);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NowContext value={unixSeconds(1_000)}>
        <PaymentPage
          {...{ businessId: 'b', view, now: unixSeconds(1_000), risk: null }}
          {...{ mayReadNow: true, mayExport: true, mayCreate: true, mayWork: true }}
          may={{ mayAnnotate: true }}
          messages={{ own: [], mayEdit: true }}
        />
      </NowContext>
    </QueryClientProvider>,
  );
  const titles = [...markup.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title = '']) =>
    title.replaceAll(/<[^>]*>/g, ''),
  );
  expect(titles.toSorted()).toEqual(['Checkout', 'Deposit', 'Details', 'Notes and labels', 'Timeline']);
});
