'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { checklistSteps, decisionWords, factWord } from '#lib/reviews/model.ts';
import type { CasePreview as CasePreviewView } from '#lib/reviews/queue/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { formatCaseName } from './queue-columns.tsx';

const shape = outline<CasePreviewView>(withFields('row', 'facts'));

/** A case in the queue's drawer. Each reading of it is a view in the audit log, so it is not read anew by itself. */
export function CasePreview({ businessId, id }: PreviewProps) {
  const read = useQuery({
    queryKey: ['case at a glance', businessId, id],
    queryFn: ({ signal }) => requestJson(`${recordAddress(businessId, 'reviews', id)}/glance`, shape, signal),
    staleTime: 60_000,
  });
  if (!read.data) return <PreviewState query={read} />;
  const { row, facts, checks, notes, lastNote, reason } = read.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-lg [overflow-wrap:anywhere]">
          <bdi>{formatCaseName(row)}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProvisionalAmount
            amount={row.amount}
            provisional={row.provisional}
            currency={row.currency}
            size="large"
            copyable
            unknown="The amount was not told"
          />
          <Status kind={row.subjectKind} value={row.serviceStatus} />
        </div>
      </div>
      {row.disagreement !== null && (
        <Banner tone="bad" title="The service disagrees">
          {row.disagreement}
        </Banner>
      )}
      <DescriptionList>
        <Fact label="Case">{row.number}</Fact>
        <Fact label="In EUR">
          <AmountText amount={row.eur} currency="EUR" unknown="Not told in EUR" />
        </Fact>
        <Fact label="Assigned to">{row.assignee?.name ?? 'Nobody'}</Fact>
        <Fact label="Due">
          <span className={row.isOverdue ? 'font-medium text-bad' : undefined}>
            <DateTime at={inSeconds(row.dueAt)} />
          </span>
        </Fact>
        <Fact label="Opened">
          <DateTime at={inSeconds(row.openedAt)} />
        </Fact>
        {row.snoozedUntil !== null && (
          <Fact label="Put aside until">
            <DateTime at={inSeconds(row.snoozedUntil)} />
          </Fact>
        )}
        <Fact label="Checklist">
          {checks} of {checklistSteps.length} done
        </Fact>
        {row.joined > 0 && (
          <Fact label="Joined by">{row.joined === 1 ? '1 case' : `${row.joined} cases`}</Fact>
        )}
        <Fact label={`${row.subjectKind === 'deposit' ? 'Deposit' : 'Withdrawal'} ID`} stacked>
          <Identifier whole value={row.subjectId} name={`${row.subjectKind} ID`} />
        </Fact>
      </DescriptionList>
      <Section title="Why">
        <ul className="flex flex-col gap-2 text-sm">
          {facts.map(({ kind, seenAt, endedAt, detail }) => (
            <li key={`${kind} ${detail?.rule?.ruleId ?? ''}`} className="[overflow-wrap:anywhere]">
              {detail?.rule ? `Rule: ${detail.rule.name}` : factWord(kind)}
              <span className="block text-muted text-xs">
                <Found detail={detail} /> <DateTime at={inSeconds(seenAt)} />
              </span>
              {endedAt !== null && (
                <span className="block text-attention text-xs">
                  no longer so since <DateTime at={inSeconds(endedAt)} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {row.decision !== null && (
        <Section title={row.state === 'proposed' ? 'Proposed' : 'Decided'}>
          <p className="text-sm">{decisionWords[row.decision].label}</p>
          <p className="whitespace-pre-wrap text-muted text-sm [overflow-wrap:anywhere]">{reason}</p>
        </Section>
      )}
      {lastNote !== null && (
        <Section title={notes === 1 ? 'Note' : `Latest of ${notes} notes`}>
          <p className="line-clamp-6 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{lastNote.text}</p>
          <p className="pt-1 text-muted text-xs">
            <bdi>{lastNote.by}</bdi>, <DateTime at={inSeconds(lastNote.at)} />
          </p>
        </Section>
      )}
    </div>
  );
}

function Found({ detail }: { detail: CasePreviewView['facts'][number]['detail'] }) {
  if (detail === null) return null;
  const { entities, categories, score } = detail;
  return (
    <>
      {entities !== undefined &&
        `${entities} ${entities === 1 ? 'entity' : 'entities'}: ${categories?.join(', ')}.`}
      {score !== undefined && `Score ${score}, as received.`}
    </>
  );
}
