'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { separateCaseAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/schema.ts';
import type { JoinedCase } from '#lib/reviews/schema-merge.ts';
import { useAct } from './use-act.ts';

/** The cases that joined this one: what is decided here holds for them, too. */
export function JoinedCases({ view }: { view: CaseView }) {
  return (
    <Section title="Cases that joined this one" count={view.joined.length}>
      <p className="pb-2 text-muted text-sm">
        What is decided here holds for them, too. Whether a second person confirms goes by the sum of their
        EUR amounts.
      </p>
      <ul className="flex flex-col">
        {view.joined.map((joined) => (
          <Joined key={joined.caseId} view={view} joined={joined} />
        ))}
      </ul>
    </Section>
  );
}

function Joined({ view, joined }: { view: CaseView; joined: JoinedCase }) {
  const { businessId } = view;
  const { caseId, number, version } = joined;
  const { act } = useAct(businessId);
  const report = view.joinedReports.find(({ of }) => of === number);
  const separate = async () => {
    await act(() => separateCaseAction({ businessId, caseId, version }), {
      failed: 'It was not taken out',
      done: `Case ${number} stands by itself again`,
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 text-sm first:border-t-0">
      <TextLink prefetch={false} href={`/${businessId}/reviews/${caseId}`}>
        Case {number}
      </TextLink>
      <span className="min-w-0 break-words text-muted">
        {joined.reference ?? `${joined.subjectKind} ${joined.subjectId.slice(0, 8)}`}
      </span>
      <Status kind={joined.subjectKind} value={joined.serviceStatus} />
      <AmountText
        amount={joined.amount}
        currency={joined.currency}
        unknown="The record does not tell the amount."
      />
      {report !== undefined && (
        <Badge tone={report.filedAt === null ? 'neutral' : 'good'}>
          {report.filedAt === null ? 'Has a draft of a report' : `Reported: ${report.reference ?? ''}`}
        </Badge>
      )}
      {view.state === 'open' && (
        <span className="ml-auto">
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
        </span>
      )}
    </li>
  );
}
