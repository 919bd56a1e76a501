import type { Metadata } from 'next';
import { QueuePage } from '#components/reviews/queue-page.tsx';
import { readQueue } from '#lib/reviews/index.ts';
import { queueQuery } from '#lib/reviews/schema.ts';
import { hiddenPageAccess } from '../hidden-page-access.ts';

export const metadata: Metadata = { title: 'Reviews' };

type Given = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ReviewsPage({ params, searchParams }: Given) {
  const { context, scope } = await hiddenPageAccess((await params).business, 'review.work');
  const query = queueQuery.parse(await searchParams);
  return <QueuePage initial={await readQueue(context, scope.businessId, query)} />;
}
