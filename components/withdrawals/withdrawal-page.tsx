import type { ReactNode } from 'react';
import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { LinkedRecordsSection } from '#components/linked-records/linked-records.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { hashRecordView } from '#components/query/hash-view.ts';
import { RecordNotes } from '#components/records/record-notes.tsx';
import { RecordRefresh } from '#components/records/record-refresh.tsx';
import { RecordTimeline } from '#components/records/record-timeline.tsx';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import type { WithdrawalPageView } from '#lib/reports/schema/pages.ts';
import { findWithdrawalNetwork } from '#lib/values/currencies.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findAddressLink } from '#lib/values/links.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { WithdrawalHeader } from './withdrawal-header.tsx';
import { WithdrawalMoney } from './withdrawal-money.tsx';
import { WithdrawalTransaction } from './withdrawal-transaction.tsx';

/** The page of one withdrawal, as reported by its callback (§6.2). Only the server renders it. */
export function WithdrawalPage({
  businessId,
  view,
  may,
  risk,
}: {
  businessId: string;
  view: WithdrawalPageView;
  may: AnnotationPermissions;
  /** The owner of the address, for people who can see it. */
  risk: ReactNode;
}) {
  const { withdrawal, linkedRecords } = view;
  const { withdrawalId, clientWithdrawalId: reference } = withdrawal;
  const record = { businessId, topic: 'withdrawals', id: withdrawalId } as const;
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
            <RecordNotes record={record} kind="withdrawal" may={may} />
            {risk}
            <Section title={tWithdrawal('sections.withdrawal')}>
              <DescriptionList>
                <Fact label={tWithdrawal('facts.withdrawalId')} stacked>
                  <Identifier whole value={withdrawalId} name={tWithdrawal('identifiers.withdrawal')} />
                </Fact>
                <Fact label={tWithdrawal('facts.received')} hint={tWithdrawal('hints.received')}>
                  <DateTime at={toUnixSeconds(withdrawal.firstReceivedAt)} />
                </Fact>
                <Fact label={tWithdrawal('facts.changed')}>
                  <DateTime at={toUnixSeconds(withdrawal.changedAt)} />
                </Fact>
                <Fact label={tWithdrawal('facts.versions')} hint={tWithdrawal('hints.versions')}>
                  {withdrawal.versions}
                </Fact>
              </DescriptionList>
            </Section>
          </>
        }
      >
        <RecordRefresh
          record={record}
          rendered={hashRecordView(view)}
          outdated={tWithdrawal('notRefreshed')}
        />
        <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />
        <WithdrawalHeader withdrawal={withdrawal} />
        <Section title={tWithdrawal('sections.money')}>
          <WithdrawalMoney withdrawal={withdrawal} />
        </Section>
        <LinkedRecordsSection businessId={businessId} linkedRecords={linkedRecords} />
        <RecordTimeline record={record} kind="withdrawal" />
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
                href={findAddressLink(network, toAddress)}
              />
            )}
          </ValueWithSource>
        </Fact>
        <Fact label={tWithdrawal('facts.tag')} hint={tWithdrawal('hints.tag')}>
          {toTag === null ? (
            <UnknownValue reason={tWithdrawal('noTag')} />
          ) : (
            <Identifier whole value={toTag} name={tWithdrawal('identifiers.tag')} />
          )}
        </Fact>
        <WithdrawalTransaction withdrawal={withdrawal} />
      </DescriptionList>
    </Section>
  );
}
