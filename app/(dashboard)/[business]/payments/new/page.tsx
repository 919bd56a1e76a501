import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NewPayment } from '#components/payments/new-payment/new-payment.tsx';
import { createSuggestedId } from '#components/payments/new-payment/suggest-id.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { intentKeys } from '#components/query/query-keys.ts';
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
  const { businessId } = scope;
  const named = [(await searchParams).intent].flat()[0];
  const [accepted, { minimums, readAt }, open, intent] = await Promise.all([
    readAcceptedTerms(context, businessId),
    readMinimumsView(context, businessId),
    listOpenIntents(context, businessId),
    named === undefined ? null : findIntent(context, businessId, named),
  ]);
  // An empty form could make a person who follows a colleague's link request the payment a second time.
  if (named !== undefined && intent === null) notFound();
  const at = context.clock.now();
  const queries = [
    { queryKey: intentKeys.open(businessId), data: open, at },
    ...(intent === null ? [] : [{ queryKey: intentKeys.one(businessId, intent.intentId), data: intent, at }]),
  ];
  return (
    <QueryHydration queries={queries}>
      <NewPayment
        key={intent?.intentId ?? 'new'}
        businessId={businessId}
        suggestedId={createSuggestedId(new Date(context.clock.now()))}
        accepted={accepted}
        minimums={{ minimums, readAt }}
        defaultTerms={defaultTerms()}
        intent={intent}
      />
    </QueryHydration>
  );
}
