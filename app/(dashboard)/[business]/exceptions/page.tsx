import type { Metadata } from 'next';
import { ExceptionsList } from '#components/exceptions/exceptions-list.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listExceptionAssignees, listExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { tShellPages } from '#lib/messages/search.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShellPages('page.exceptions') };

export default async function ExceptionsPage(props: ListPageProps) {
  const { context } = await requirePageAccess((await props.params).business, 'read');
  const { start, queries, scope } = await readListStart(props, exceptionList, listExceptions);
  const owners = scope.may('annotate') ? await listExceptionAssignees(context, scope.businessId) : null;
  const me = context.actor.personId;
  return (
    <QueryHydration queries={queries}>
      <ExceptionsList start={start} owners={owners} me={me} mayCreate={scope.may('payment.create')} />
    </QueryHydration>
  );
}
