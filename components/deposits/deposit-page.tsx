import type { ReactNode } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { LinkedRecordsSection } from '#components/linked-records/linked-records.tsx';
import { hashRecordView } from '#components/query/hash-view.ts';
import { RecordNotes } from '#components/records/record-notes.tsx';
import { RecordRefresh } from '#components/records/record-refresh.tsx';
import { RecordTimeline } from '#components/records/record-timeline.tsx';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { tDeposit } from '#lib/messages/deposits.ts';
import type { DepositPageView } from '#lib/reports/schema/pages.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { DepositFacts } from './deposit-facts.tsx';
import { DepositHeader } from './deposit-header.tsx';
import { DepositMoney } from './deposit-money.tsx';

/** The page of one deposit: its money in three currencies, its transaction and its refund. Only the server renders it. */
export function DepositPage({
  businessId,
  view,
  may,
  risk,
}: {
  businessId: string;
  view: DepositPageView;
  may: AnnotationPermissions;
  /** Risk detail, for people who can see it. */
  risk: ReactNode;
}) {
  const { deposit, linkedRecords } = view;
  const { depositId } = deposit;
  const record = { businessId, topic: 'deposits', id: depositId } as const;
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
                  <Time at={toUnixSeconds(deposit.firstObservedAt)} />
                </Fact>
                <Fact label={tDeposit('facts.changed')}>
                  <Time at={toUnixSeconds(deposit.changedAt)} />
                </Fact>
              </DescriptionList>
            </Section>
            <RecordNotes record={record} kind="deposit" may={may} />
            {risk}
          </>
        }
      >
        <RecordRefresh record={record} rendered={hashRecordView(view)} outdated={tDeposit('notRefreshed')} />
        <Conflicts conflicts={deposit.conflicts} record={deposit} />
        <DepositHeader deposit={deposit} />
        <Section title={tDeposit('sections.money')}>
          <DepositMoney deposit={deposit} />
        </Section>
        <Section title={tDeposit('sections.chain')}>
          <DepositFacts deposit={deposit} whole />
        </Section>
        {deposit.refundFirstSeenAt !== null && (
          <Section title={tDeposit('sections.refund')}>
            <RefundFacts deposit={deposit} />
          </Section>
        )}
        <LinkedRecordsSection businessId={businessId} linkedRecords={linkedRecords} />
        <RecordTimeline record={record} kind="deposit" />
      </PageColumns>
    </>
  );
}
