'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { isShownKind } from '#lib/callbacks/model/verdict.ts';
import type { CallbackPageView } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage, tCallbacks } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CallbackSubject } from './callback-subject.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { Decisions } from './decisions.tsx';
import { Deliveries } from './deliveries.tsx';
import { Effects } from './effects.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { Verdict } from './verdict.tsx';
import { Conflicts, Versions } from './versions.tsx';

const shape = checkFields<CallbackPageView>(withFields('row', 'deliveries', 'effects'));
const isHeld = ({ row }: CallbackPageView) => row.verdict === 'quarantined' || row.verdict === 'rejected';

/** Shows one received content: its fields, its changes, its deliveries and the decisions on it. */
export function CallbackPage({
  businessId,
  messageId,
  content,
  hold,
}: {
  businessId: string;
  messageId: string;
  /** The content, rendered by the server as this person may see it. It never changes. */
  content: ReactNode;
  /** Its legal hold, for people who may see it. */
  hold: ReactNode;
}) {
  const { data } = useSuspenseQuery({
    queryKey: recordKey(businessId, 'callbacks', messageId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'callbacks', messageId), shape, signal),
  });
  const base = `/${businessId}`;
  const { row, effects, versions, conflicts, decisions, deliveries, length } = data;
  return (
    <>
      <PageHeader
        title={tCallbackPage(`title.${isShownKind(row.kind) ? row.kind : 'other'}`)}
        back={{ href: `${base}/callbacks`, label: tCallbackPage('back') }}
        mark={<Verdict verdict={row.verdict} />}
        actions={
          data.mayDecide && (
            <LinkButton href={`${base}/callbacks/reprocess?message=${messageId}`}>
              {tCallbacks('reprocess')}
            </LinkButton>
          )
        }
        description={
          <span className="flex flex-wrap items-baseline gap-x-2">
            {row.sha256 !== null && (
              <Identifier whole value={row.sha256} name={tCallbackPage('copy.sha256')} />
            )}
            <ZoneNote />
          </span>
        }
      />
      <PageColumns
        aside={
          <>
            <Section title={tCallbackPage('facts.callback')}>
              <DescriptionList>
                <Fact
                  label={tCallbackPage(row.kind === 'withdrawal' ? 'facts.withdrawal' : 'facts.payment')}
                  stacked
                >
                  <CallbackSubject base={base} row={row} />
                </Fact>
                {row.paymentId !== null && (
                  <Fact label={tCallbackPage('facts.paymentId')} stacked>
                    <Identifier whole value={row.paymentId} name={tCallbackPage('copy.paymentId')} />
                  </Fact>
                )}
                {row.subjectId !== null && (
                  <Fact
                    label={tCallbackPage(
                      row.kind === 'withdrawal' ? 'facts.withdrawalId' : 'facts.depositId',
                    )}
                    stacked
                  >
                    <Identifier whole value={row.subjectId} name={tCallbackPage('copy.id')} />
                  </Fact>
                )}
                <Fact label={tCallbackPage('facts.firstReceived')}>
                  <DateTime at={toUnixSeconds(row.firstReceivedAt)} />
                </Fact>
                <Fact label={tCallbackPage('facts.lastReceived')}>
                  <DateTime at={toUnixSeconds(row.lastReceivedAt)} />
                </Fact>
                {row.sha256 === null && (
                  <Fact label={tCallbackPage('facts.sha256')}>
                    <HiddenValue />
                  </Fact>
                )}
                <Fact label={tCallbackPage('facts.size')}>
                  {length === null ? <HiddenValue /> : tCallbacks('bytes', { count: length })}
                </Fact>
                <Fact
                  label={tCallbackPage(row.sha256 === null ? 'facts.reference' : 'facts.messageId')}
                  stacked
                >
                  <Identifier whole value={row.messageId} name={tCallbackPage('copy.messageId')} />
                </Fact>
              </DescriptionList>
            </Section>
            {hold}
            <Decisions decisions={decisions} />
            <Versions base={base} versions={versions} />
            <Deliveries deliveries={deliveries} count={row.deliveries} />
          </>
        }
      >
        {isHeld(data) && <DecisionPanel businessId={businessId} view={data} />}
        <Conflicts base={base} conflicts={conflicts} />
        {effects?.length !== 0 && <Effects base={base} effects={effects} />}
        {!isHeld(data) && row.verdict !== 'expired' && effects?.length === 0 && (
          <NoEffect isWaiting={row.verdict === 'received'} />
        )}
      </PageColumns>
      <PageBody>{content}</PageBody>
    </>
  );
}

function NoEffect({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Section title={tCallbackPage('effects.title')}>
      <p className="text-muted text-sm">{tCallbackPage(isWaiting ? 'effects.waiting' : 'effects.none')}</p>
    </Section>
  );
}
