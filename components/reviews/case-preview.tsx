'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewDecision } from '#lib/messages/review-decision.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import { checklistSteps, decisionTexts, formatFactKind } from '#lib/reviews/model.ts';
import type { CasePreview as CasePreviewView } from '#lib/reviews/queue/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { formatEntities } from './case-labels.ts';
import { PreviewKeys } from './preview-keys.tsx';
import { formatCaseName } from './queue-columns.tsx';

// Loaded lazily: most people read previews without answering.
const PreviewDecision = lazy(() =>
  import('./preview-decision.tsx').then((file) => ({ default: file.PreviewDecision })),
);

const previewShape = checkFields<CasePreviewView>(withFields('row', 'facts'));

/** Previews a case beside the queue. It is not refreshed, because each read is recorded in the audit log. */
export function CasePreview({ businessId, id }: PreviewProps) {
  const preview = useQuery({
    queryKey: ['case preview', businessId, id],
    queryFn: ({ signal }) =>
      requestJson(`${recordAddress(businessId, 'reviews', id)}/preview`, previewShape, signal),
    staleTime: 60_000,
  });
  if (!preview.data) return <PreviewState query={preview} />;
  const { row, facts, checks, notes, lastNote, reason, me } = preview.data;
  return (
    <div className="flex flex-col gap-5">
      <PreviewKeys businessId={businessId} me={me} row={row} />
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
            unknown={tReviewTerms('amountNotReported')}
          />
          <Status kind={row.subjectKind} value={row.serviceStatus} />
        </div>
      </div>
      {row.disagreement !== null && (
        <Banner tone="bad" title={tReviewTerms('serviceDisagrees')}>
          {row.disagreement}
        </Banner>
      )}
      <DescriptionList>
        <Fact label={tReviewTerms('case')}>{row.number}</Fact>
        <Fact label={tReviewQueue('preview.eur')}>
          <AmountText amount={row.eur} currency="EUR" unknown={tReviewQueue('preview.eurNotReported')} />
        </Fact>
        <Fact label={tReviewTerms('assignedTo')}>{row.assignee?.name ?? tReviewTerms('unassigned')}</Fact>
        <Fact label={tReviewTerms('due')}>
          <span className={row.isOverdue ? 'font-medium text-bad' : undefined}>
            <DateTime at={inSeconds(row.dueAt)} />
          </span>
        </Fact>
        <Fact label={tReviewTerms('opened')}>
          <DateTime at={inSeconds(row.openedAt)} />
        </Fact>
        {row.snoozedUntil !== null && (
          <Fact label={tReviewTerms('snoozedUntil')}>
            <DateTime at={inSeconds(row.snoozedUntil)} />
          </Fact>
        )}
        <Fact label={tReviewQueue('preview.checklist')}>
          {tReviewQueue('preview.checked', {
            done: String(checks),
            total: String(checklistSteps.length),
          })}
        </Fact>
        {row.joined > 0 && <Fact label={tReviewQueue('preview.mergedCases')}>{row.joined}</Fact>}
        <Fact label={tReviewTerms(`subjectId.${row.subjectKind}`)} stacked>
          <Identifier whole value={row.subjectId} name={tReviewTerms(`copyNames.${row.subjectKind}`)} />
        </Fact>
      </DescriptionList>
      <Section title={tReviewTerms('reasons')}>
        <ul className="flex flex-col gap-2 text-sm">
          {facts.map(({ kind, seenAt, endedAt, detail }) => (
            <li key={`${kind} ${detail?.rule?.ruleId ?? ''}`} className="[overflow-wrap:anywhere]">
              {detail?.rule ? tReviewTerms('ruleNamed', { name: detail.rule.name }) : formatFactKind(kind)}
              <span className="block text-muted text-xs">
                {formatDetail(detail)}
                <DateTime at={inSeconds(seenAt)} />
              </span>
              {endedAt !== null && (
                <span className="block text-attention text-xs">
                  {tReviewTerms.rich('reasonEnded', { time: () => <DateTime at={inSeconds(endedAt)} /> })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {row.decision !== null && (
        <Section title={tReviewQueue(row.state === 'proposed' ? 'preview.proposed' : 'preview.decided')}>
          <p className="text-sm">{decisionTexts[row.decision].label}</p>
          <p className="whitespace-pre-wrap text-muted text-sm [overflow-wrap:anywhere]">{reason}</p>
          {row.state === 'proposed' && (
            <AnswerBesideQueue key={row.caseId} businessId={businessId} caseId={row.caseId} />
          )}
        </Section>
      )}
      {lastNote !== null && (
        <Section title={tReviewQueue('preview.notes', { count: notes })}>
          <p className="line-clamp-6 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{lastNote.text}</p>
          <p className="pt-1 text-muted text-xs">
            {tReviewQueue.rich('preview.noteAuthor', {
              name: lastNote.by,
              author: (text) => <bdi>{text}</bdi>,
              time: () => <DateTime at={inSeconds(lastNote.at)} />,
            })}
          </p>
        </Section>
      )}
    </div>
  );
}

/** Loads the case only when the person wants to answer, because that is recorded as a full view of the case. */
function AnswerBesideQueue({ businessId, caseId }: { businessId: string; caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div className="pt-2">
        <Button onPress={() => setOpen(true)}>{tReviewDecision('bar.proposed')}</Button>
      </div>
    );
  return (
    <div className="pt-3">
      <Suspense fallback={<Spinner />}>
        <PreviewDecision businessId={businessId} caseId={caseId} />
      </Suspense>
    </div>
  );
}

function formatDetail(detail: CasePreviewView['facts'][number]['detail']): string {
  if (detail === null) return '';
  const { score } = detail;
  const parts = [formatEntities(detail), score === undefined ? '' : tReviewTerms('score', { score })];
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part} · `)
    .join('');
}
