import type { Metadata } from 'next';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { deskKey } from '#components/query/query-keys.ts';
import { QueueList } from '#components/reviews/queue/queue-list.tsx';
import { tShellPages } from '#lib/messages/search.ts';
import { listCases, readDesk } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { createHiddenMetadata } from '../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../hidden-page-access.ts';
import type { ListPageProps } from '../read-list-start.ts';
import { readListStart } from '../read-list-start.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tShellPages('page.reviews'));

export default async function ReviewsPage(props: ListPageProps) {
  const { start, queries, context, scope } = await readListStart(props, queueList, listCases, {
    access: requireHiddenPageAccess,
    see: 'review.work',
    take: 'review.work',
  });
  const { businessId } = scope;
  const desk = { queryKey: deskKey(businessId), data: await readDesk(context, businessId) };
  return (
    <QueryHydration queries={[...queries, { ...desk, at: context.clock.now() }]}>
      <QueueList start={start} />
    </QueryHydration>
  );
}
