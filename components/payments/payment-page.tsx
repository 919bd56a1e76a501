'use client';

import { Copy, FileDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { NotesAndLabels } from '#components/annotations/notes.tsx';
import { download } from '#components/list/exports/download.ts';
import { NeighboursSection } from '#components/neighbours/neighbours.tsx';
import { stampRecords } from '#components/query/stamp-records.ts';
import { useFreshRisk } from '#components/query/use-fresh-risk.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { TimelineSection } from '#components/timeline/timeline-section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tPayment } from '#lib/messages/payment.ts';
import { listExceptionReasons } from '#lib/payments/model.ts';
import type { RenderedQrCode } from './checkout-card.tsx';
import { CheckoutCard } from './checkout-card.tsx';
import { DepositSums } from './deposit-sums.tsx';
import { ExpectedActual, PaymentRates } from './expected-actual.tsx';
import { PaymentDeposits } from './payment-deposits.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentStates } from './payment-states.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { ReadNowButton } from './read-now-button.tsx';
import { ReadingFacts } from './reading-facts.tsx';
import { ReadingPaused } from './reading-paused.tsx';
import { RelatedPayments } from './related-payments.tsx';
import { SharePayment } from './sharing/share-payment.tsx';
import { usePayment } from './use-payment.ts';

// Few payments have an exception.
const PaymentException = lazy(() =>
  import('./payment-exception.tsx').then((file) => ({ default: file.PaymentException })),
);

/** Shows a payment: amounts and observations in the main column, checkout and facts beside them. */
export function PaymentPage({
  businessId,
  paymentId,
  renderedStamp,
  mayReadNow,
  mayExport,
  mayCreate,
  may,
  risk,
  qrCode,
  messages,
}: {
  businessId: string;
  paymentId: string;
  /** The stamp of the records that the server rendered. */
  renderedStamp: string;
  mayReadNow: boolean;
  mayExport: boolean;
  mayCreate: boolean;
  may: AnnotationPermissions;
  /** Risk details, rendered by the server for people who may see them. */
  risk: ReactNode;
  /** The QR code of the checkout, rendered by the server. */
  qrCode: RenderedQrCode | null;
  /** The business's own texts for customers. */
  messages: CustomerMessagesView;
}) {
  const router = useRouter();
  const { data, error } = usePayment(businessId, paymentId);
  const { payment, creator, related, deposits, riskChangedAt, timeline, annotations, neighbours } = data;
  useFreshRisk(risk, renderedStamp, stampRecords(deposits, riskChangedAt));
  const reference = payment.clientPaymentId;
  return (
    <>
      <PageHeader
        title={ExternalText(reference ?? tPayment('untitled'))}
        back={{ href: `/${businessId}/payments`, label: tPayment('back') }}
        copy={reference !== null && <CopyButton text={reference} label={tPayment('copyClientPaymentId')} />}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1">
            <PaymentStates payment={payment} />
            {!payment.canBeRead && payment.status !== null && <InferredStatus state="last-told" />}
          </span>
        }
        description={<ZoneNote />}
        actions={
          <>
            {mayExport && (
              <Button
                icon={<FileDown aria-hidden />}
                onPress={() => download(`/api/businesses/${businessId}/payments/${paymentId}/pdf`)}
              >
                {tPayment('pdf')}
              </Button>
            )}
            {mayCreate && (
              <Button
                icon={<Copy aria-hidden />}
                onPress={() => router.push(`/${businessId}/payments/new?like=${paymentId}`)}
              >
                {tPayment('duplicate')}
              </Button>
            )}
            {mayReadNow && payment.canBeRead && (
              <ReadNowButton businessId={businessId} paymentId={paymentId} />
            )}
          </>
        }
      />
      <PageColumns
        aside={
          <>
            <CheckoutCard payment={payment} qrCode={qrCode} />
            <SharePayment businessId={businessId} payment={payment} messages={messages} />
            {(listExceptionReasons(payment).length > 0 || payment.exceptionWork !== null) && (
              <Suspense>
                <PaymentException {...{ businessId, payment, deposits, mayCreate }} />
              </Suspense>
            )}
            <NotesAndLabels {...may} kind="payment" recordId={paymentId} {...{ businessId, annotations }} />
            <PaymentFacts payment={payment} creator={creator} />
            <ReadingFacts payment={payment} />
          </>
        }
      >
        {error && (
          <Banner tone="attention" title={tPayment('outdated')}>
            {error.message}
          </Banner>
        )}
        {payment.readingPause && <ReadingPaused pause={payment.readingPause} />}
        <RelatedPayments {...{ businessId, payment, related, mayCreate }} />
        <Conflicts conflicts={payment.conflicts} record={payment} />
        <DepositSums payment={payment} deposits={deposits} />
        <PaymentSummary payment={payment} deposits={deposits} />
        <Section title={tPayment('amounts.title')} flush>
          <ExpectedActual payment={payment} />
          <PaymentRates payment={payment} />
        </Section>
        <PaymentDeposits businessId={businessId} payment={payment} deposits={deposits} />
        {risk}
        <NeighboursSection businessId={businessId} neighbours={neighbours} />
        <TimelineSection businessId={businessId} kind="payment" about={paymentId} newest={timeline} />
      </PageColumns>
    </>
  );
}
