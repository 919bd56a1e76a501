'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewCaseReport } from '#lib/messages/review-reports.ts';
import { fileReportAction } from '#lib/reviews/actions.ts';
import type { Authority } from '#lib/reviews/cases/model/authorities.ts';
import {
  authorities,
  describeWrongReference,
  formatAuthority,
} from '#lib/reviews/cases/model/authorities.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { describeMissingSections } from '#lib/reviews/reports/model/sections.ts';
import { formatCase } from '../case-labels.ts';

const toAuthority = (text: string): Authority =>
  authorities.find((authority) => authority === text) ?? 'other';

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
  const { fields, field, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-filing',
    subject: caseId,
    initial: { authority: 'other', reference: '', filedOn: '' },
  });
  const { reference, filedOn } = fields;
  const authority = toAuthority(fields.authority);
  const missing = describeMissingSections(narrative);
  const wrongReference = describeWrongReference(authority, reference);
  const canFile =
    reference.trim() !== '' && wrongReference === null && filedOn !== '' && isSaved && missing === null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <Select
        label={tReviewCaseReport('report.authority')}
        choices={authorities.map((value) => ({ value, label: formatAuthority(value) }))}
        {...field('authority')}
      />
      <TextField
        label={tReviewCaseReport('report.reference')}
        help={tReviewCaseReport('report.referenceHelp')}
        limit={200}
        {...field('reference', reference.trim() === '' ? undefined : (wrongReference ?? undefined))}
      />
      <TextField label={tReviewCaseReport('report.filedOn')} type="date" {...field('filedOn')} />
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
            send(() => fileReportAction({ businessId, caseId, version, authority, reference, filedOn }), {
              failed: tReviewCaseReport('report.notMarked'),
              done: tReviewCaseReport('report.markedFiled'),
            })
          }
        >
          {tReviewCaseReport('report.confirmFilingNote')}
        </ConfirmDialog>
      </div>
    </div>
  );
}
