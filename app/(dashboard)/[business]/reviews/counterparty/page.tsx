import type { Metadata } from 'next';
import { CounterpartyPage } from '#components/reviews/counterparties/counterparty-page.tsx';
import { FindCounterparty } from '#components/reviews/counterparties/find-counterparty.tsx';
import { PageHeader } from '#components/shell/page-header.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { parseCounterparty } from '#lib/reviews/counterparties/model.ts';
import { readCounterparty, readNotedCounterparty } from '#lib/reviews/index.ts';
import { createHiddenMetadata } from '../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tReviewCounterparty('pageTitle'));

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requireHiddenPageAccess((await params).business, 'review.work');
  const { businessId } = scope;
  const search = await searchParams;
  const parameter = (name: string): string | null => [search[name]].flat()[0] ?? null;
  // A notification names the note, because its link must not contain an address or entity.
  const noteId = parameter('note');
  const counterparty =
    noteId === null ? parseCounterparty(parameter) : await readNotedCounterparty(context, businessId, noteId);
  if (counterparty === null)
    return (
      <>
        <PageHeader
          title={tReviewCounterparty('pageTitle')}
          back={{ href: `/${businessId}/reviews`, label: tReviewTerms('back.reviews') }}
        />
        <div className="px-4 pb-6">
          <FindCounterparty businessId={businessId} />
        </div>
      </>
    );
  const page = /^[1-9]\d{0,2}$/.test(parameter('page') ?? '') ? Number(parameter('page')) : 1;
  return <CounterpartyPage view={await readCounterparty(context, businessId, counterparty, page)} />;
}
