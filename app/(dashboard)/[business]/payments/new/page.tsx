import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NewPayment } from '#components/payments/new-payment/new-payment.tsx';
import { createSuggestedId } from '#components/payments/new-payment/suggest-id.ts';
import { pageAccess } from '#lib/access/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { defaultTerms, findIntent, listOpenIntents } from '#lib/payments/index.ts';

export const metadata: Metadata = { title: tNewPayment('title') };

type Given = {
  params: Promise<{ business: string }>;
  searchParams: Promise<{ intent?: string | string[] }>;
};

export default async function NewPaymentPage({ params, searchParams }: Given) {
  const { context, scope } = await pageAccess((await params).business, 'payment.create');
  const named = [(await searchParams).intent].flat()[0];
  const [accepted, { minimums, readAt }, open, intent] = await Promise.all([
    readAcceptedTerms(context, scope.businessId),
    readMinimumsView(context, scope.businessId),
    listOpenIntents(context, scope.businessId),
    named === undefined ? null : findIntent(context, scope.businessId, named),
  ]);
  // An empty form could make a person who follows a colleague's link request the payment a second time.
  if (named !== undefined && intent === null) notFound();
  return (
    <NewPayment
      key={intent?.intentId ?? 'new'}
      businessId={scope.businessId}
      suggestedId={createSuggestedId(new Date(context.clock.now()))}
      accepted={accepted}
      minimums={{ minimums, readAt }}
      defaultTerms={defaultTerms()}
      openIntents={open}
      intent={intent}
    />
  );
}
