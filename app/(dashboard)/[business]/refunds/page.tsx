import type { Metadata } from 'next';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { RefundsList } from '#components/refunds/refunds-list.tsx';
import { tShellPages } from '#lib/messages/search.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.refunds') };

export default async function RefundsPage(props: ListPageProps) {
  const { start, queries } = await readListStart(props, refundList, listRefunds);
  return (
    <QueryHydration queries={queries}>
      <RefundsList start={start} canBeRead={canReadPayments()} />
    </QueryHydration>
  );
}
