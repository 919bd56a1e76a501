import type { Metadata } from 'next';
import { PaymentsList } from '#components/payments/payments-list.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { tShellPages } from '#lib/messages/search.ts';
import { listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.payments') };

export default async function PaymentsPage(props: ListPageProps) {
  const { start, queries, scope } = await readListStart(props, paymentList, listPayments);
  return (
    <QueryHydration queries={queries}>
      <PaymentsList
        start={start}
        mayCreate={scope.may('payment.create')}
        mayImport={scope.may('import')}
        mayAnnotate={scope.may('record.annotate')}
      />
    </QueryHydration>
  );
}
