'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { replaceInvisible } from '#components/ui/invisible-characters.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewMerge } from '#lib/messages/review-details.ts';
import { separateCaseAction } from '#lib/reviews/actions.ts';
import type { CaseAmounts, JoinedCase } from '#lib/reviews/cases/merge/schema.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatSubjectName } from '../case-labels.ts';

/** Lists the merged cases, one line each. A decision on this case applies to all of them. */
export function MergedCases({ view }: { view: CaseView }) {
  return (
    <Section title={tReviewMerge('list.title')} count={view.joined.length + 1}>
      <p className="pb-1 text-muted text-sm">{tReviewMerge('list.note')}</p>
      <ul className="flex flex-col">
        {[view.own, ...view.joined].map((line) => (
          <Line key={line.caseId} view={view} line={line} />
        ))}
      </ul>
      <Totals money={view.money} />
    </Section>
  );
}

function Line({ view, line }: { view: CaseView; line: JoinedCase }) {
  const { businessId } = view;
  const isOwn = line.caseId === view.caseId;
  const report = view.joinedReports.find(({ of }) => of === line.number);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-2 text-sm first:border-t-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {isOwn ? (
          <span className="font-medium">{tReviewMerge('list.thisCase')}</span>
        ) : (
          <TextLink prefetch={false} href={`/${businessId}/reviews/${line.caseId}`}>
            {tReviewTerms('caseNumber', { number: String(line.number) })}
          </TextLink>
        )}
        <span
          className="line-clamp-2 min-w-0 text-muted wrap-anywhere"
          data-tooltip={line.reference === null ? undefined : replaceInvisible(line.reference)}
        >
          {ExternalText(formatSubjectName(line.subjectKind, line.subjectId, line.reference))}
        </span>
        <Status kind={line.subjectKind} value={line.serviceStatus} />
        {report !== undefined && (
          <Badge tone={report.filedAt === null ? 'neutral' : 'good'}>
            {report.filedAt === null
              ? tReviewMerge('list.reportDraft')
              : tReviewMerge('list.reportFiled', { reference: report.reference ?? '' })}
          </Badge>
        )}
        {!isOwn && view.state === 'open' && <SeparateCase businessId={businessId} line={line} />}
      </span>
      <span className="flex flex-col items-end">
        <ProvisionalAmount
          amount={line.amount}
          provisional={line.provisional}
          currency={line.currency}
          unknown={tReviewTerms('amountNotReported')}
        />
        {line.eur !== null && (
          <span className="text-muted text-xs">
            <AmountText amount={line.eur} currency="EUR" />
          </span>
        )}
      </span>
    </li>
  );
}

function SeparateCase({
  businessId,
  line: { caseId, number, version },
}: {
  businessId: string;
  line: JoinedCase;
}) {
  const { act } = useAction({ businessId, kind: 'reviews', refresh: true });
  const separate = async () => {
    await act(() => separateCaseAction({ businessId, caseId, version }), {
      failed: tReviewMerge('separate.failed'),
      done: tReviewMerge('separate.done', { number: String(number) }),
    });
  };
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="quiet">
          {tReviewMerge('separate.button')}
        </Button>
      }
      title={tReviewMerge('separate.title', { number: String(number) })}
      confirmLabel={tReviewMerge('separate.confirm')}
      onConfirm={separate}
    >
      {tReviewMerge('separate.effect')}
    </ConfirmDialog>
  );
}

const formatMissing = (count: number) =>
  count === 0 ? null : tReviewMerge('list.missing', { count: String(count) });

/** Shows a total for each currency and one in EUR. Amounts in different currencies are never added. */
function Totals({ money: { totals, eur, eurUnreported } }: { money: CaseAmounts }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-line-strong border-t pt-2 text-sm">
      <div>
        <dt className="text-muted text-xs">{tReviewMerge('list.total')}</dt>
        {totals.map(({ currency, amount, provisional, unreported: missing }) => (
          <dd key={currency ?? ''} className="font-medium">
            <ProvisionalAmount
              amount={amount}
              provisional={provisional}
              currency={currency}
              unknown={tReviewMerge('list.noAmount')}
            />
            <span className="font-normal text-muted text-xs">{formatMissing(missing)}</span>
          </dd>
        ))}
      </div>
      <div>
        <dt className="text-muted text-xs">{tReviewMerge('list.creditedEur')}</dt>
        <dd className="font-medium">
          <AmountText amount={eur} currency="EUR" unknown={tReviewMerge('list.noCredit')} />
          <span className="font-normal text-muted text-xs">{formatMissing(eurUnreported)}</span>
        </dd>
      </div>
    </dl>
  );
}
