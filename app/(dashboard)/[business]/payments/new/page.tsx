import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NewPayment } from '#components/payments/new-payment/new-payment.tsx';
import { createSuggestedId } from '#components/payments/new-payment/suggest-id.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { intentKeys } from '#components/query/query-keys.ts';
import { pageAccess } from '#lib/access/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import { listWaitingPayments, readLimits } from '#lib/creation-limits/index.ts';
import { listCustomerMessages } from '#lib/customer-messages/index.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { listTemplates } from '#lib/payment-templates/index.ts';
import { toDuplicateFields, toRemainderFields } from '#lib/payments/create/model/duplicate.ts';
import { defaultTerms, findIntent, listOpenIntents, readPayment } from '#lib/payments/index.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: tNewPayment('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<{ intent?: string | string[]; like?: string | string[]; rest?: string | string[] }>;
};

export default async function NewPaymentPage({ params, searchParams }: PageInput) {
  const { context, scope } = await pageAccess((await params).business, 'payment.create');
  const { businessId } = scope;
  const address = await searchParams;
  const named = [address.intent].flat()[0];
  const like = [address.like].flat()[0];
  const rest = [address.rest].flat()[0];
  const formerId = like ?? rest;
  const [accepted, { minimums, readAt }, open, templates, messages, { limits }, waiting, intent, former] =
    await Promise.all([
      readAcceptedTerms(context, businessId),
      readMinimumsView(context, businessId),
      listOpenIntents(context, businessId),
      listTemplates(context, businessId),
      listCustomerMessages(context, businessId),
      readLimits(context, businessId),
      listWaitingPayments(context, businessId),
      named === undefined ? null : findIntent(context, businessId, named),
      formerId === undefined ? null : viewOrNotFound(readPayment(context, businessId, formerId)),
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
        key={intent?.intentId ?? former?.paymentId ?? 'new'}
        businessId={businessId}
        suggestedId={createSuggestedId(new Date(context.clock.now()))}
        accepted={accepted}
        minimums={{ minimums, readAt }}
        defaultTerms={defaultTerms()}
        templates={templates}
        messages={messages}
        limits={limits}
        waiting={waiting}
        intent={intent}
        former={
          former &&
          (like === undefined
            ? { draftId: `rest-${former.paymentId}`, sent: toRemainderFields(former) }
            : { draftId: `like-${former.paymentId}`, sent: toDuplicateFields(former) })
        }
      />
    </QueryHydration>
  );
}
