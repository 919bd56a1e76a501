'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewCaseReport } from '#lib/messages/review-case-report.ts';
import { fileReportAction } from '#lib/reviews/actions.ts';
import { describeMissingSections } from '#lib/reviews/reports/model/sections.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { formatCase } from './case-labels.ts';

/** Records that the report was filed, once it is complete and saved, after a confirmation that names everything. */
export function FileReport({
  view,
  version,
  narrative,
  isSaved,
}: {
  view: CaseView;
  version: number;
  narrative: string;
  isSaved: boolean;
}) {
  const { businessId, caseId, number } = view;
  const { locale } = useLocaleSettings();
  const { act, isPending } = useAction(businessId, 'reviews', { about: formatCase(view.number) });
  const [reference, setReference] = useState('');
  const [filedOn, setFiledOn] = useState('');
  const draft = useDraft({
    businessId,
    form: 'case-filing',
    subject: caseId,
    values: { reference, filedOn },
    initial: { reference: '', filedOn: '' },
    fill: (fields) => {
      setReference(fields['reference'] ?? '');
      setFiledOn(fields['filedOn'] ?? '');
    },
  });
  const missing = describeMissingSections(narrative);
  const canFile = reference.trim() !== '' && filedOn !== '' && isSaved && missing === null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <TextField
        label={tReviewCaseReport('report.reference')}
        help={tReviewCaseReport('report.referenceHelp')}
        value={reference}
        limit={200}
        onChange={(event) => setReference(event.target.value)}
      />
      <TextField
        label={tReviewCaseReport('report.filedOn')}
        type="date"
        value={filedOn}
        onChange={(event) => setFiledOn(event.target.value)}
      />
      <DraftNotice draft={draft} />
      {missing !== null && <p className="text-attention text-sm">{missing}</p>}
      <div>
        <ConfirmDialog
          trigger={
            <Button isPending={isPending} isDisabled={!canFile}>
              {tReviewCaseReport('report.markFiled')}
            </Button>
          }
          title={tReviewCaseReport('report.confirmFiling', {
            number: String(number),
            day: filedOn === '' ? '' : formatDay(filedOn, locale),
            reference: reference.trim(),
          })}
          confirmLabel={tReviewCaseReport('report.markFiled')}
          onConfirm={() =>
            act(() => fileReportAction({ businessId, caseId, version, reference, filedOn }), {
              failed: tReviewCaseReport('report.notMarked'),
              done: tReviewCaseReport('report.markedFiled'),
            }).then((result) => result !== null && draft.sent())
          }
        >
          {tReviewCaseReport('report.confirmFilingNote')}
        </ConfirmDialog>
      </div>
    </div>
  );
}
