'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import type { CallbackPageView } from '#lib/callbacks/schema/message.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { About } from './about.tsx';
import { bytesInWords } from './bytes-in-words.ts';
import { DecisionPanel } from './decision-panel.tsx';
import { Decisions } from './decisions.tsx';
import { Deliveries } from './deliveries.tsx';
import { Effects } from './effects.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { Verdict } from './verdict.tsx';
import { Contradictions, Versions } from './versions.tsx';

const shape = outline<CallbackPageView>(withFields('row', 'deliveries', 'effects'));

/** One content that was received: what it says, what it changed, how often it came, what was decided about it. */
export function CallbackPage({
  businessId,
  initial,
  at,
  content,
}: {
  businessId: string;
  initial: CallbackPageView;
  at: number;
  /** What the bytes say, made by the server for whoever may see it. They never change. */
  content: ReactNode;
}) {
  const { messageId } = initial.row;
  const { data } = useQuery({
    queryKey: ['b', businessId, 'callbacks', 'one', messageId],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'callbacks', messageId), shape, signal),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
  const base = `/${businessId}`;
  const { row, effects, versions, contradictions, decisions, deliveries, length } = data;
  const isHeld = row.verdict === 'quarantined' || row.verdict === 'rejected';
  return (
    <>
      <PageHeader
        title={`Callback: ${kindInWords(row.kind).toLowerCase()}`}
        back={{ href: `${base}/callbacks`, label: 'Callbacks' }}
        mark={<Verdict verdict={row.verdict} />}
        actions={
          data.mayDecide && (
            <LinkButton href={`${base}/callbacks/reprocess?message=${messageId}`}>Reprocess</LinkButton>
          )
        }
        description={
          <span className="flex flex-wrap items-baseline gap-x-2">
            {row.sha256 !== null && <Identifier whole value={row.sha256} name="SHA-256" />}
            <ZoneNote />
          </span>
        }
      />
      <PageColumns
        aside={
          <>
            <Section title="Callback">
              <DescriptionList>
                <Fact label={row.kind === 'withdrawal' ? 'Withdrawal' : 'Payment'} stacked>
                  <About base={base} row={row} />
                </Fact>
                {row.paymentId !== null && (
                  <Fact label="Payment ID" stacked>
                    <Identifier whole value={row.paymentId} name="payment ID" />
                  </Fact>
                )}
                {row.subjectId !== null && (
                  <Fact label={row.kind === 'withdrawal' ? 'Withdrawal ID' : 'Deposit ID'} stacked>
                    <Identifier whole value={row.subjectId} name="ID" />
                  </Fact>
                )}
                <Fact label="First received">
                  <DateTime at={inSeconds(row.firstReceivedAt)} />
                </Fact>
                <Fact label="Last received">
                  <DateTime at={inSeconds(row.lastReceivedAt)} />
                </Fact>
                {row.sha256 === null && (
                  <Fact label="SHA-256">
                    <HiddenValue />
                  </Fact>
                )}
                <Fact label="Size">{length === null ? <HiddenValue /> : bytesInWords(length)}</Fact>
                <Fact label={row.sha256 === null ? 'Reference' : 'Message ID'} stacked>
                  <Identifier whole value={row.messageId} name="message ID" />
                </Fact>
              </DescriptionList>
            </Section>
            <Decisions decisions={decisions} />
            <Versions base={base} versions={versions} />
            <Deliveries deliveries={deliveries} count={row.deliveries} />
          </>
        }
      >
        {isHeld && <DecisionPanel businessId={businessId} view={data} />}
        <Contradictions base={base} contradictions={contradictions} />
        {effects?.length !== 0 && <Effects base={base} effects={effects} />}
        {!isHeld && effects?.length === 0 && <NoEffect />}
      </PageColumns>
      <PageBody>{content}</PageBody>
    </>
  );
}

function NoEffect() {
  return (
    <Section title="What it changed">
      <p className="text-muted text-sm">
        Nothing. The interface does not show what this kind of callback says, so it is kept as it came.
      </p>
    </Section>
  );
}
