import type { Metadata } from 'next';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { WithdrawalsList } from '#components/withdrawals/withdrawals-list.tsx';
import { tShellPages } from '#lib/messages/search.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.withdrawals') };

export default async function WithdrawalsPage(props: ListPageProps) {
  const { start, queries, scope } = await readListStart(props, withdrawalList, listWithdrawals);
  return (
    <QueryHydration queries={queries}>
      <WithdrawalsList start={start} mayAnnotate={scope.may('record.annotate')} />
    </QueryHydration>
  );
}
