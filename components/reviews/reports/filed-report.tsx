'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewCaseReport } from '#lib/messages/review-reports.ts';
import { amendReportAction } from '#lib/reviews/actions.ts';
import type { CaseView, Person } from '#lib/reviews/cases/schema/case.ts';
import { describeMissingSections } from '#lib/reviews/reports/model/sections.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from '../case-labels.ts';

type Filing = {
  readonly title: string;
  readonly reference: string | null;
  readonly filedBy: Person | null;
  readonly filedAt: Instant | null;
  readonly filedOn: string | null;
  readonly reason: string | null;
  readonly narrative: string;
};

/** Lists the versions of a filed report, newest first. */
function listFilings({ report }: CaseView): readonly [Filing, ...Filing[]] {
  const { amendments, ...original } = report;
  const [newest, ...earlier] = amendments
    .map(
      (one): Filing => ({
        ...one,
        title: tReviewCaseReport('report.amendment', { number: String(one.number) }),
      }),
    )
    .toReversed();
  const first: Filing = { ...original, title: tReviewCaseReport('report.original'), reason: null };
  return newest === undefined ? [first] : [newest, ...earlier, first];
}

/** Shows a filed report with its amendments, and amends it. */
export function FiledReport({ view }: { view: CaseView }) {
  const [isAmending, setAmending] = useState(false);
  const [current, ...earlier] = listFilings(view);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <FilingText filing={current} isTitled={earlier.length > 0} />
      {earlier.map((filing) => (
        <Disclosure key={filing.title} title={filing.title}>
          <FilingText filing={filing} isTitled={false} />
        </Disclosure>
      ))}
      {view.state !== 'merged' &&
        (isAmending ? (
          <Amend
            key={view.report.amendments.length}
            view={view}
            current={current}
            onClose={() => setAmending(false)}
          />
        ) : (
          <div>
            <Button onPress={() => setAmending(true)}>{tReviewCaseReport('report.amend')}</Button>
          </div>
        ))}
    </div>
  );
}

function FilingText({ filing, isTitled }: { filing: Filing; isTitled: boolean }) {
  const { title, reference, filedBy, filedAt, filedOn, reason, narrative } = filing;
  const { locale } = useLocaleSettings();
  return (
    <div className="flex flex-col gap-2">
      {isTitled && <p className="font-medium">{title}</p>}
      <p>
        {tReviewCaseReport.rich('report.filedUnder', {
          reference: reference ?? '',
          number: (text) => <span className="break-all font-medium">{text}</span>,
          person: filedBy?.name ?? tReviewCaseReport('report.colleague'),
          time: () => filedAt !== null && <DateTime at={toUnixSeconds(filedAt)} />,
        })}
      </p>
      {filedOn !== null && (
        <p suppressHydrationWarning>
          {tReviewCaseReport('report.receivedOn', { day: formatDay(filedOn, locale) })}
        </p>
      )}
      {reason !== null && <p>{tReviewCaseReport('report.amendmentReason', { reason })}</p>}
      <p className="whitespace-pre-wrap break-words">{narrative}</p>
    </div>
  );
}

function Amend({ view, current, onClose }: { view: CaseView; current: Filing; onClose: () => void }) {
  const { businessId, caseId, number, report } = view;
  const { locale } = useLocaleSettings();
  const { fields, field, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-amendment',
    subject: caseId,
    initial: { narrative: current.narrative, reason: '', reference: current.reference ?? '', filedOn: '' },
  });
  const { narrative, reason, reference, filedOn } = fields;
  const missing = describeMissingSections(narrative);
  const isComplete =
    missing === null && filedOn !== '' && [reference, reason].every((text) => text.trim() !== '');
  const record = async () => {
    const amendments = report.amendments.length;
    const done = await send(() => amendReportAction({ businessId, caseId, amendments, ...fields }), {
      failed: tReviewCaseReport('report.notAmended'),
      done: tReviewCaseReport('report.amended'),
    });
    if (done !== null) onClose();
  };
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <TextArea
        label={tReviewCaseReport('report.label')}
        rows={12}
        help={tReviewCaseReport('report.amendHelp')}
        limit={50_000}
        {...field('narrative')}
      />
      <TextArea label={tReviewCaseReport('report.amendReason')} limit={5_000} {...field('reason')} />
      <TextField label={tReviewCaseReport('report.reference')} limit={200} {...field('reference')} />
      <TextField label={tReviewCaseReport('report.filedOn')} type="date" {...field('filedOn')} />
      <DraftNotice draft={draft} />
      {missing !== null && <p className="text-attention">{missing}</p>}
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog
          trigger={
            <Button isPending={isPending} isDisabled={!isComplete}>
              {tReviewCaseReport('report.saveAmendment')}
            </Button>
          }
          title={tReviewCaseReport('report.confirmAmendment', {
            number: String(number),
            day: filedOn === '' ? '' : formatDay(filedOn, locale),
            reference: reference.trim(),
          })}
          confirmLabel={tReviewCaseReport('report.saveAmendment')}
          onConfirm={record}
        >
          {tReviewCaseReport('report.confirmAmendmentNote')}
        </ConfirmDialog>
        <Button onPress={onClose}>{tReviewCaseReport('report.discardAmendment')}</Button>
      </div>
    </div>
  );
}
