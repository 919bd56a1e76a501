'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { NotesAndLabels } from '#components/annotations/notes.tsx';
import { NeighboursSection } from '#components/neighbours/neighbours.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { stampRecords } from '#components/query/stamp-records.ts';
import { useFreshRisk } from '#components/query/use-fresh-risk.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { TimelineSection } from '#components/timeline/timeline-section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { tDeposit } from '#lib/messages/deposit.ts';
import type { DepositPageView } from '#lib/reports/schema/pages.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { DepositFacts } from './deposit-facts.tsx';
import { DepositHead } from './deposit-head.tsx';
import { DepositMoney } from './deposit-money.tsx';

// Few deposits have a refund.
const RefundFacts = lazy(() =>
  import('#components/refunds/refund-facts.tsx').then((file) => ({ default: file.RefundFacts })),
);

const shape = checkFields<DepositPageView>(withFields('deposit', 'timeline'));

/** The page of one deposit: its money in three currencies, its transaction and its refund. */
export function DepositPage({
  businessId,
  depositId,
  renderedStamp,
  may,
  risk,
}: {
  businessId: string;
  depositId: string;
  /** The stamp of the record that the server rendered. */
  renderedStamp: string;
  may: AnnotationPermissions;
  /** Risk detail, rendered by the server for people who can see it. */
  risk: ReactNode;
}) {
  const { data, error } = useSuspenseQuery({
    queryKey: recordKey(businessId, 'deposits', depositId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'deposits', depositId), shape, signal),
  });
  const { deposit, riskChangedAt, timeline, annotations, neighbours } = data;
  useFreshRisk(risk, renderedStamp, stampRecords([deposit], riskChangedAt));
  return (
    <>
      <PageHeader
        title={tDeposit('title')}
        back={{ href: `/${businessId}/deposits`, label: tDeposit('list') }}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1">
            <Status kind="deposit" value={deposit.status} />
            {!deposit.recordSeen && <InferredStatus state="reported-by-callback" />}
          </span>
        }
        description={
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Identifier whole value={depositId} name={tDeposit('identifiers.deposit')} />
            <ZoneNote />
          </span>
        }
      />
      <PageColumns
        aside={
          <>
            <Section title={tDeposit('sections.deposit')}>
              <DescriptionList>
                <Fact label={tDeposit('facts.payment')} stacked>
                  <TextLink href={`/${businessId}/payments/${deposit.paymentId}`} className="break-all">
                    {ExternalText(deposit.clientPaymentId ?? tDeposit('noClientId'))}
                  </TextLink>
                </Fact>
                <Fact label={tDeposit('facts.paymentId')} stacked>
                  <Identifier whole value={deposit.paymentId} name={tDeposit('identifiers.payment')} />
                </Fact>
                <Fact label={tDeposit('facts.callbackVersions')} hint={tDeposit('hints.callbackVersions')}>
                  {deposit.versions}
                </Fact>
                <Fact label={tDeposit('facts.firstSeen')}>
                  <Time at={inSeconds(deposit.firstObservedAt)} />
                </Fact>
                <Fact label={tDeposit('facts.changed')}>
                  <Time at={inSeconds(deposit.changedAt)} />
                </Fact>
              </DescriptionList>
            </Section>
            <NotesAndLabels {...may} kind="deposit" recordId={depositId} {...{ businessId, annotations }} />
            {risk}
          </>
        }
      >
        {error && (
          <Banner tone="attention" title={tDeposit('notRefreshed')}>
            {error.message}
          </Banner>
        )}
        <Conflicts conflicts={deposit.conflicts} record={deposit} />
        <DepositHead deposit={deposit} />
        <Section title={tDeposit('sections.money')}>
          <DepositMoney deposit={deposit} />
        </Section>
        <Section title={tDeposit('sections.chain')}>
          <DepositFacts deposit={deposit} whole />
        </Section>
        {deposit.refundFirstSeenAt !== null && (
          <Section title={tDeposit('sections.refund')}>
            <Suspense fallback={<Skeleton className="h-48 w-full" />}>
              <RefundFacts deposit={deposit} />
            </Suspense>
          </Section>
        )}
        <NeighboursSection businessId={businessId} neighbours={neighbours} />
        <TimelineSection businessId={businessId} kind="deposit" about={depositId} newest={timeline} />
      </PageColumns>
    </>
  );
}
