import type { Metadata } from 'next';
import { DepositsList } from '#components/deposits/deposits-list.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { tShellPages } from '#lib/messages/search.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.deposits') };

export default async function DepositsPage(props: ListPageProps) {
  const { start, queries, scope } = await readListStart(props, depositList, listDeposits);
  return (
    <QueryHydration queries={queries}>
      <DepositsList start={start} mayAnnotate={scope.may('record.annotate')} />
    </QueryHydration>
  );
}
