import type { Metadata } from 'next';
import { QueueList } from '#components/reviews/queue-list.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { listCases, readDesk } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { hiddenPageAccess } from '../hidden-page-access.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

export const metadata: Metadata = { title: tShell('page.reviews') };

export default async function ReviewsPage(props: ListPageProps) {
  const { start, context, scope } = await readListStart(props, queueList, listCases, {
    access: hiddenPageAccess,
    see: 'review.work',
    take: 'review.work',
  });
  return <QueueList start={start} desk={await readDesk(context, scope.businessId)} />;
}
