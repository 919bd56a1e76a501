'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { inSight } from '#components/ui/unseen.ts';
import { separateCaseAction } from '#lib/reviews/actions.ts';
import type { CaseMoney, JoinedCase } from '#lib/reviews/merge/schema.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';

/** What a case that others joined is about, a line each: what is decided here holds for all of it. */
export function WholeCase({ view }: { view: CaseView }) {
  return (
    <Section title="Cases decided together" count={view.joined.length + 1}>
      <p className="pb-1 text-muted text-sm">
        What is decided here holds for all of them. Each stands below with its risk, its money and its record.
      </p>
      <ul className="flex flex-col">
        {[view.own, ...view.joined].map((line) => (
          <Line key={line.caseId} view={view} line={line} />
        ))}
      </ul>
      <Together money={view.money} />
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
          <span className="font-medium">This case</span>
        ) : (
          <TextLink prefetch={false} href={`/${businessId}/reviews/${line.caseId}`}>
            Case {line.number}
          </TextLink>
        )}
        <span
          className="line-clamp-2 min-w-0 text-muted wrap-anywhere"
          title={line.reference === null ? undefined : inSight(line.reference)}
        >
          {ExternalText(line.reference ?? `${line.subjectKind} ${line.subjectId.slice(0, 8)}`)}
        </span>
        <Status kind={line.subjectKind} value={line.serviceStatus} />
        {report !== undefined && (
          <Badge tone={report.filedAt === null ? 'neutral' : 'good'}>
            {report.filedAt === null ? 'Has a draft of a report' : `Reported: ${report.reference ?? ''}`}
          </Badge>
        )}
        {!isOwn && view.state === 'open' && <TakeOut businessId={businessId} line={line} />}
      </span>
      <span className="flex flex-col items-end">
        <ProvisionalAmount
          amount={line.amount}
          provisional={line.provisional}
          currency={line.currency}
          unknown="The record does not tell the amount."
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

function TakeOut({
  businessId,
  line: { caseId, number, version },
}: {
  businessId: string;
  line: JoinedCase;
}) {
  const { act } = useAction(businessId, 'reviews', { refresh: true });
  const separate = async () => {
    await act(() => separateCaseAction({ businessId, caseId, version }), {
      failed: 'It was not taken out',
      done: `Case ${number} stands by itself again`,
    });
  };
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="quiet">
          Take out
        </Button>
      }
      title={`Let case ${number} stand by itself again?`}
      confirmLabel="Take it out"
      onConfirm={separate}
    >
      It is open again, with what was in it before. What was done since stays here.
    </ConfirmDialog>
  );
}

const untold = (count: number) => (count === 0 ? null : `, ${count} not told`);

/** A sum for each currency and one in EUR: amounts of different currencies are never added. */
function Together({ money: { totals, eur, eurUntold } }: { money: CaseMoney }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-line-strong border-t pt-2 text-sm">
      <div>
        <dt className="text-muted text-xs">Together</dt>
        {totals.map(({ currency, amount, provisional, untold: missing }) => (
          <dd key={currency ?? ''} className="font-medium">
            <ProvisionalAmount
              amount={amount}
              provisional={provisional}
              currency={currency}
              unknown="No record tells an amount."
            />
            <span className="font-normal text-muted text-xs">{untold(missing)}</span>
          </dd>
        ))}
      </div>
      <div>
        <dt className="text-muted text-xs">Credited in EUR</dt>
        <dd className="font-medium">
          <AmountText amount={eur} currency="EUR" unknown="No record tells what is credited." />
          <span className="font-normal text-muted text-xs">{untold(eurUntold)}</span>
        </dd>
      </div>
    </dl>
  );
}
