import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { NewPaymentProps } from '#components/payments/new-payment/new-payment.tsx';
import { NewPayment } from '#components/payments/new-payment/new-payment.tsx';
import { createSuggestedId } from '#components/payments/new-payment/payment-values.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { intentKeys, recordKey } from '#components/query/query-keys.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import { listWaitingPayments, readLimits } from '#lib/creation-limits/index.ts';
import { listCustomerMessages } from '#lib/customer-messages/index.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { listTemplates } from '#lib/payment-templates/index.ts';
import {
  suggestRemainderId,
  toDuplicateFields,
  toRemainderFields,
} from '#lib/payments/create/model/duplicate.ts';
import { localeChoices } from '#lib/payments/create/model/locale.ts';
import {
  findIntent,
  findRelatedPayments,
  listOpenIntents,
  readCreationDetails,
  readDefaultTerms,
  readPayment,
} from '#lib/payments/index.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { readPaymentPage } from '#lib/reports/index.ts';
import { viewIfFound, viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: tNewPayment('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Partial<Record<'intent' | 'like' | 'rest' | 'again', string | string[]>>>;
};

/** Returns the terms that the form repeats: of an expired payment, of a duplicate, or of what is missing. */
function toFormer(
  former: PaymentDetail,
  { again, like }: { again: string | undefined; like: string | undefined },
  remainderId: string | null,
): NewPaymentProps['former'] {
  const { paymentId, clientPaymentId } = former;
  const sent = toDuplicateFields(former);
  if (again !== undefined)
    return {
      draftId: `again-${paymentId}`,
      sent,
      follows: { paymentId, clientPaymentId, isRemainder: false },
    };
  if (like !== undefined) return { draftId: `like-${paymentId}`, sent, follows: null };
  const suggested = remainderId === null ? [] : [{ field: 'clientPaymentId', value: remainderId }];
  return {
    draftId: `rest-${paymentId}`,
    sent: [...toRemainderFields(former), ...suggested],
    follows: { paymentId, clientPaymentId, isRemainder: true },
  };
}

export default async function NewPaymentPage({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'payment.create');
  const { businessId } = scope;
  const address = await searchParams;
  const named = [address.intent].flat()[0];
  const like = [address.like].flat()[0];
  const rest = [address.rest].flat()[0];
  const again = [address.again].flat()[0];
  const formerId = again ?? like ?? rest;
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
  const created = intent?.paymentId ?? null;
  const defaultTerms = readDefaultTerms();
  const [details, reported, related] = await Promise.all([
    intent === null ? null : readCreationDetails(context, businessId, intent.intentId),
    // Its state decides whether a QR code may be shown.
    created === null ? null : viewIfFound(readPaymentPage(context, businessId, created)),
    former === null ? null : findRelatedPayments(context, businessId, former.paymentId),
  ]);
  const remainderId = suggestRemainderId(
    former?.clientPaymentId ?? null,
    related?.remainders.length ?? 0,
    defaultTerms.longestClientId,
  );
  const at = context.clock.now();
  const queries = [
    { queryKey: intentKeys.open(businessId), data: open, at },
    ...(intent === null ? [] : [{ queryKey: intentKeys.one(businessId, intent.intentId), data: intent, at }]),
    ...(created === null || reported === null
      ? []
      : [{ queryKey: recordKey(businessId, 'payments', created), data: reported, at }]),
  ];
  return (
    <QueryHydration queries={queries}>
      {/* A printed payment names itself: it begins with its amount and client payment ID. */}
      <div data-print="hidden">
        <PageHeader
          title={tNewPayment('title')}
          back={{ href: `/${businessId}/payments`, label: tNewPayment('back') }}
        />
      </div>
      <NewPayment
        key={intent?.intentId ?? former?.paymentId ?? 'new'}
        businessId={businessId}
        suggestedId={createSuggestedId(new Date(context.clock.now()))}
        accepted={accepted}
        minimums={{ minimums, readAt }}
        locales={localeChoices}
        defaultTerms={defaultTerms}
        templates={templates}
        messages={messages}
        limits={limits}
        waiting={waiting}
        intent={intent}
        former={former && toFormer(former, { again, like }, remainderId)}
        details={details}
      />
    </QueryHydration>
  );
}
