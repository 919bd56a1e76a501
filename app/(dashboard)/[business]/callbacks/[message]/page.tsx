import type { Metadata } from 'next';
import { CallbackContentView } from '#components/callbacks/callback-content.tsx';
import { CallbackPage } from '#components/callbacks/callback-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { readCallbackPage, viewCallbackContent } from '#lib/callbacks/index.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Callback' };

type Given = { params: Promise<{ business: string; message: string }> };

export default async function Page({ params }: Given) {
  const { business, message } = await params;
  const { context, scope } = await pageAccess(business, 'read');
  const { businessId } = scope;
  const view = await viewOrNotFound(readCallbackPage(context, businessId, message));
  const content = await viewCallbackContent(context, businessId, message);
  return (
    <CallbackPage
      businessId={businessId}
      initial={view}
      at={context.clock.now()}
      content={<CallbackContentView content={content} length={view.length} />}
    />
  );
}
