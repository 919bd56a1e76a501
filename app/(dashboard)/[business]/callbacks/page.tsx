import type { Metadata } from 'next';
import { CallbacksList } from '#components/callbacks/callbacks-list.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { listCallbacks } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { tShellPages } from '#lib/messages/search.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.callbacks') };

export default async function CallbacksPage(props: ListPageProps) {
  const { start, queries, scope } = await readListStart(props, callbackList, listCallbacks);
  return (
    <QueryHydration queries={queries}>
      <CallbacksList start={start} mayManage={scope.may('callbacks.manage')} />
    </QueryHydration>
  );
}
