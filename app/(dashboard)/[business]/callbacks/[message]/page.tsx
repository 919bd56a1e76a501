import type { Metadata } from 'next';
import { cache } from 'react';
import { CallbackContentView } from '#components/callbacks/callback-content.tsx';
import { CallbackPage } from '#components/callbacks/callback-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { recordKey } from '#components/query/query-keys.ts';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readCallbackPage, viewCallbackContent } from '#lib/callbacks/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readRecordHolds } from '#lib/retention/index.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; message: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, message: string) => {
  const access = await requirePageAccess(business, 'read');
  const view = await viewOrNotFound(readCallbackPage(access.context, access.scope.businessId, message));
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const { business, message } = await params;
  return createRecordMetadata(
    tPageTitles('callback'),
    readView(business, message),
    ({ view }) => view.row.reference,
  );
}

export default async function Page({ params }: PageInput) {
  const { business, message } = await params;
  const { context, scope, view } = await readView(business, message);
  const { businessId } = scope;
  const content = await viewCallbackContent(context, businessId, message);
  const { messageId } = view.row;
  const holds = scope.may('review.work')
    ? await readRecordHolds(context, businessId, { kind: 'callback', recordId: messageId })
    : null;
  const queryKey = recordKey(businessId, 'callbacks', messageId);
  return (
    <QueryHydration queries={[{ queryKey, data: view, at: context.clock.now() }]}>
      <CallbackPage
        businessId={businessId}
        messageId={messageId}
        hold={holds !== null && <RecordHold businessId={businessId} {...holds} />}
        content={<CallbackContentView content={content} length={view.length} />}
      />
    </QueryHydration>
  );
}
