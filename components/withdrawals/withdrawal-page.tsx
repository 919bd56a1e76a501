'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MayAnnotate } from '#components/annotations/notes.tsx';
import { NotesAndLabels } from '#components/annotations/notes.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { NeighboursSection } from '#components/neighbours/neighbours.tsx';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useFreshRisk } from '#components/query/use-fresh-risk.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { TimelineSection } from '#components/timeline/timeline-section.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { WithdrawalPageView } from '#lib/reports/schema/pages.ts';
import { networkOfWithdrawn } from '#lib/values/currencies.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { addressLink } from '#lib/values/links.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { WithdrawalAmount } from './withdrawal-amount.tsx';
import { WithdrawalMoney } from './withdrawal-money.tsx';
import { WithdrawalTransaction } from './withdrawal-transaction.tsx';

const shape = outline<WithdrawalPageView>(withFields('withdrawal', 'timeline'));

/** One withdrawal, as its callback told it (§6.2). */
export function WithdrawalPage({
  businessId,
  initial,
  at,
  may,
  risk,
}: {
  businessId: string;
  initial: WithdrawalPageView;
  at: number;
  may: MayAnnotate;
  /** The owner of the address, made by the server for those who may see it. */
  risk: ReactNode;
}) {
  const { withdrawalId } = initial.withdrawal;
  const { data, error } = useQuery({
    queryKey: ['b', businessId, 'withdrawals', 'one', withdrawalId],
    queryFn: ({ signal }) =>
      requestJson(recordAddress(businessId, 'withdrawals', withdrawalId), shape, signal),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
  const { withdrawal, riskChangedAt, timeline, annotations, neighbours } = data;
  useFreshRisk(
    risk,
    { records: [initial.withdrawal], riskChangedAt: initial.riskChangedAt },
    { records: [withdrawal], riskChangedAt },
  );
  const reference = withdrawal.clientWithdrawalId;
  return (
    <>
      <PageHeader
        title={ExternalText(reference ?? 'Withdrawal without a client ID')}
        back={{ href: `/${businessId}/withdrawals`, label: 'Withdrawals' }}
        copy={reference !== null && <CopyButton text={reference} label="Copy client withdrawal ID" />}
        mark={<Status kind="withdrawal" value={withdrawal.status} />}
        description={
          <>
            Observed here, never created here: the request that made it is not shown to us. <ZoneNote />.
          </>
        }
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
            <Section title="Withdrawal">
              <DescriptionList>
                <Fact label="Withdrawal ID" stacked>
                  <Identifier whole value={withdrawalId} name="withdrawal ID" />
                </Fact>
                <Fact label="Received" hint="When its first callback came: it carries no time of its own">
                  <DateTime at={inSeconds(withdrawal.firstReceivedAt)} />
                </Fact>
                <Fact label="Changed">
                  <DateTime at={inSeconds(withdrawal.changedAt)} />
                </Fact>
                <Fact label="Versions" hint="Distinct contents of its callback">
                  {withdrawal.versions}
                </Fact>
              </DescriptionList>
            </Section>
          </>
        }
      >
        {error && (
          <Banner tone="attention" title="This page could not be brought up to date">
            {error.message}
          </Banner>
        )}
        <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />
        <WithdrawalAmount withdrawal={withdrawal} />
        <Section title="Money" flush>
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
  const network = networkOfWithdrawn(withdrawCurrency) ?? '';
  return (
    <Section title="Destination">
      <DescriptionList>
        <Fact label="Coin" hint="The callback tells no network">
          <SourcedValue provenance={provenance} field="withdrawCurrency">
            {withdrawCurrency && <CoinMark coin={withdrawCurrency} />}
          </SourcedValue>
        </Fact>
        <Fact label="Address" stacked>
          <SourcedValue provenance={provenance} field="toTxAddress">
            {toAddress && (
              <Identifier whole value={toAddress} name="address" href={addressLink(network, toAddress)} />
            )}
          </SourcedValue>
        </Fact>
        <Fact label="Tag" hint="What stands after ?dt= in the address">
          {toTag === null ? (
            <Unknown reason="The address carries no tag." />
          ) : (
            <Identifier whole value={toTag} name="tag" />
          )}
        </Fact>
        <WithdrawalTransaction withdrawal={withdrawal} />
      </DescriptionList>
    </Section>
  );
}
