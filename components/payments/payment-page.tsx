import type { ReactNode } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { LinkedRecordsSection } from '#components/linked-records/linked-records.tsx';
import { hashRecordView } from '#components/query/hash-view.ts';
import { RecordNotes } from '#components/records/record-notes.tsx';
import { RecordRefresh } from '#components/records/record-refresh.tsx';
import { RecordTimeline } from '#components/records/record-timeline.tsx';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { InferredStatus } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tPayment } from '#lib/messages/payments.ts';
import { calculateExpiry, findCheckoutObstacle, isCheckoutWithheld } from '#lib/payments/model.ts';
import { listMismatches } from '#lib/payments/model-mismatch.ts';
import type { PaymentPageView } from '#lib/reports/schema/pages.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { CheckoutCard } from './checkout-card.tsx';
import { findCheckoutLink } from './checkout-link.ts';
import { PaymentAmounts } from './expected-actual.tsx';
import { InferredStates } from './inferred-states.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentDeposits } from './payment-deposits.tsx';
import { PaymentException } from './payment-exception.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentMoney } from './payment-money.tsx';
import { PaymentReads } from './payment-reads.tsx';
import { ReadingPaused } from './reading-paused.tsx';
import { RelatedPayments } from './related-payments.tsx';
import { SharePayment } from './sharing/share-payment.tsx';

/** Shows a payment: amounts and observations in the main column, checkout and facts beside them. Only the server renders it. */
export function PaymentPage({
  businessId,
  view,
  now,
  mayReadNow,
  mayExport,
  mayCreate,
  mayWork,
  may,
  risk,
  messages,
}: {
  businessId: string;
  view: PaymentPageView;
  now: UnixSeconds;
  mayReadNow: boolean;
  mayExport: boolean;
  mayCreate: boolean;
  /** The person works on exceptions. */
  mayWork: boolean;
  may: AnnotationPermissions;
  /** Risk details, for people who may see them. */
  risk: ReactNode;
  /** The business's own texts for customers. */
  messages: CustomerMessagesView;
}) {
  const { payment, creator, related, deposits, linkedRecords } = view;
  const { paymentId, clientPaymentId: reference } = payment;
  const record = { businessId, topic: 'payments', id: paymentId } as const;
  const expiry = calculateExpiry(payment);
  const link = findCheckoutLink(payment);
  const isShareable = link !== null && !isCheckoutWithheld(findCheckoutObstacle(payment, now));
  return (
    <>
      <PageHeader
        title={ExternalText(reference ?? tPayment('untitled'))}
        back={{ href: `/${businessId}/payments`, label: tPayment('back') }}
        copy={reference !== null && <CopyButton text={reference} label={tPayment('copyClientPaymentId')} />}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1">
            <InferredStates payment={payment} now={now} mismatches={listMismatches(payment, deposits)} />
            {!payment.canBeRead && payment.status !== null && <InferredStatus state="last-told" />}
          </span>
        }
        description={<ZoneNote />}
        actions={
          <PaymentActions
            businessId={businessId}
            paymentId={paymentId}
            mayExport={mayExport}
            mayCreate={mayCreate}
            mayReadNow={mayReadNow && payment.canBeRead}
          />
        }
      />
      <PageColumns
        aside={
          <>
            <CheckoutCard payment={payment} now={now}>
              {isShareable && (
                <SharePayment businessId={businessId} payment={payment} link={link} messages={messages} />
              )}
            </CheckoutCard>
            <PaymentException
              businessId={businessId}
              payment={payment}
              deposits={deposits}
              mayCreate={mayCreate}
              mayWork={mayWork}
              remainders={related.remainders}
            />
            <RecordNotes record={record} kind="payment" may={may} />
            <PaymentFacts payment={payment} creator={creator}>
              <PaymentReads businessId={businessId} paymentId={paymentId} />
            </PaymentFacts>
          </>
        }
      >
        <RecordRefresh
          record={record}
          rendered={hashRecordView(view)}
          turnsAt={expiry !== null && expiry >= now ? expiry : null}
          outdated={tPayment('outdated')}
        />
        {payment.readingPause && <ReadingPaused pause={payment.readingPause} />}
        <RelatedPayments
          businessId={businessId}
          payment={payment}
          related={related}
          mayCreate={mayCreate}
          now={now}
        />
        <Conflicts conflicts={payment.conflicts} record={payment} />
        <PaymentMoney payment={payment} deposits={deposits} />
        <PaymentAmounts payment={payment} deposits={deposits} />
        <PaymentDeposits businessId={businessId} payment={payment} deposits={deposits} />
        {risk}
        <LinkedRecordsSection businessId={businessId} linkedRecords={linkedRecords} />
        <RecordTimeline record={record} kind="payment" />
      </PageColumns>
    </>
  );
}
