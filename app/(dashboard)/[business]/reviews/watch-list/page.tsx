import type { Metadata } from 'next';
import { WatchListPage } from '#components/reviews/counterparties/watch-list-page.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { listWatches } from '#lib/reviews/index.ts';
import { createHiddenMetadata } from '../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tReviewCounterparty('list.title'));

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requireHiddenPageAccess((await params).business, 'review.work');
  const after = [(await searchParams)['after']].flat()[0] ?? null;
  return (
    <WatchListPage
      businessId={scope.businessId}
      list={await listWatches(context, scope.businessId, after)}
      isFirstPage={after === null}
    />
  );
}
