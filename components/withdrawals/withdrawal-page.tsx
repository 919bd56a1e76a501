'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { NotesAndLabels } from '#components/annotations/notes.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { NeighboursSection } from '#components/neighbours/neighbours.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { stampRecords } from '#components/query/stamp-records.ts';
import { useFreshRisk } from '#components/query/use-fresh-risk.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { TimelineSection } from '#components/timeline/timeline-section.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { tWithdrawal } from '#lib/messages/withdrawal.ts';
import type { WithdrawalPageView } from '#lib/reports/schema/pages.ts';
import { findWithdrawalNetwork } from '#lib/values/currencies.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { addressLink } from '#lib/values/links.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { WithdrawalHead } from './withdrawal-head.tsx';
import { WithdrawalMoney } from './withdrawal-money.tsx';
import { WithdrawalTransaction } from './withdrawal-transaction.tsx';

const shape = checkFields<WithdrawalPageView>(withFields('withdrawal', 'timeline'));

/** The page of one withdrawal, as reported by its callback (§6.2). */
export function WithdrawalPage({
  businessId,
  withdrawalId,
  renderedStamp,
  may,
  risk,
}: {
  businessId: string;
  withdrawalId: string;
  /** The stamp of the record that the server rendered. */
  renderedStamp: string;
  may: AnnotationPermissions;
  /** The owner of the address, rendered by the server for people who can see it. */
  risk: ReactNode;
}) {
  const { data, error } = useSuspenseQuery({
    queryKey: recordKey(businessId, 'withdrawals', withdrawalId),
    queryFn: ({ signal }) =>
      requestJson(recordAddress(businessId, 'withdrawals', withdrawalId), shape, signal),
  });
  const { withdrawal, riskChangedAt, timeline, annotations, neighbours } = data;
  useFreshRisk(risk, renderedStamp, stampRecords([withdrawal], riskChangedAt));
  const reference = withdrawal.clientWithdrawalId;
  return (
    <>
      <PageHeader
        title={ExternalText(reference ?? tWithdrawal('noClientId'))}
        back={{ href: `/${businessId}/withdrawals`, label: tWithdrawal('list') }}
        copy={reference !== null && <CopyButton text={reference} label={tWithdrawal('copyClientId')} />}
        mark={<Status kind="withdrawal" value={withdrawal.status} />}
        description={tWithdrawal.rich('description', { zone: () => <ZoneNote /> })}
      />
      <PageColumns
        aside={
          <>
            <Destination withdrawal={withdrawal} />
            <NotesAndLabels
              {...may}
              kind="withdrawal"
              recordId={withdrawalId}
              {...{ businessId, annotations }}
            />
            {risk}
            <Section title={tWithdrawal('sections.withdrawal')}>
              <DescriptionList>
                <Fact label={tWithdrawal('facts.withdrawalId')} stacked>
                  <Identifier whole value={withdrawalId} name={tWithdrawal('identifiers.withdrawal')} />
                </Fact>
                <Fact label={tWithdrawal('facts.received')} hint={tWithdrawal('hints.received')}>
                  <DateTime at={inSeconds(withdrawal.firstReceivedAt)} />
                </Fact>
                <Fact label={tWithdrawal('facts.changed')}>
                  <DateTime at={inSeconds(withdrawal.changedAt)} />
                </Fact>
                <Fact label={tWithdrawal('facts.versions')} hint={tWithdrawal('hints.versions')}>
                  {withdrawal.versions}
                </Fact>
              </DescriptionList>
            </Section>
          </>
        }
      >
        {error && (
          <Banner tone="attention" title={tWithdrawal('notRefreshed')}>
            {error.message}
          </Banner>
        )}
        <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />
        <WithdrawalHead withdrawal={withdrawal} />
        <Section title={tWithdrawal('sections.money')}>
          <WithdrawalMoney withdrawal={withdrawal} />
        </Section>
        <NeighboursSection businessId={businessId} neighbours={neighbours} />
        <TimelineSection businessId={businessId} kind="withdrawal" about={withdrawalId} newest={timeline} />
      </PageColumns>
    </>
  );
}

function Destination({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { provenance, toAddress, toTag, withdrawCurrency } = withdrawal;
  const network = findWithdrawalNetwork(withdrawCurrency) ?? '';
  return (
    <Section title={tWithdrawal('sections.destination')}>
      <DescriptionList>
        <Fact label={tWithdrawal('facts.coin')} hint={tWithdrawal('hints.coin')}>
          <ValueWithSource provenance={provenance} field="withdrawCurrency">
            {withdrawCurrency && <CoinMark coin={withdrawCurrency} />}
          </ValueWithSource>
        </Fact>
        <Fact label={tWithdrawal('facts.address')} stacked>
          <ValueWithSource provenance={provenance} field="toTxAddress">
            {toAddress && (
              <Identifier
                whole
                value={toAddress}
                name={tWithdrawal('identifiers.address')}
                href={addressLink(network, toAddress)}
              />
            )}
          </ValueWithSource>
        </Fact>
        <Fact label={tWithdrawal('facts.tag')} hint={tWithdrawal('hints.tag')}>
          {toTag === null ? (
            <Unknown reason={tWithdrawal('noTag')} />
          ) : (
            <Identifier whole value={toTag} name={tWithdrawal('identifiers.tag')} />
          )}
        </Fact>
        <WithdrawalTransaction withdrawal={withdrawal} />
      </DescriptionList>
    </Section>
  );
}
