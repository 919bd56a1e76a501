'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewManual } from '#lib/messages/review-details.ts';
import { openManualCaseAction } from '#lib/reviews/actions.ts';
import type { ReviewableRecord } from '#lib/reviews/queue/schema-hits.ts';
import { formatSubjectName } from '../case-labels.ts';

/** Opens a case for one of these records, which have none, with a reason. Then it shows the case. */
export function OpenCaseDialog({
  businessId,
  records,
}: {
  businessId: string;
  /** At least one. */
  records: readonly ReviewableRecord[];
}) {
  const [chosen, setChosen] = useState('');
  const record = records.find(({ subjectId }) => subjectId === chosen) ?? records[0];
  return (
    <Dialog
      title={tReviewManual('title')}
      description={tReviewManual('description')}
      trigger={<Button size="sm">{tReviewManual('open')}</Button>}
    >
      {(close) => (
        <div className="flex flex-col gap-4">
          {records.length > 1 && (
            <Select
              label={tReviewManual('record')}
              choices={records.map(({ subjectKind, subjectId }) => ({
                value: subjectId,
                label: formatSubjectName(subjectKind, subjectId, null),
              }))}
              value={record?.subjectId ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            />
          )}
          {record !== undefined && (
            <ReasonForm key={record.subjectId} businessId={businessId} record={record} onClose={close} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function ReasonForm({
  businessId,
  record: { subjectKind, subjectId },
  onClose,
}: {
  businessId: string;
  record: ReviewableRecord;
  onClose: () => void;
}) {
  const router = useRouter();
  const { fields, field, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    draft: 'open-case',
    subject: subjectId,
    initial: { reason: '' },
  });
  const { reason } = fields;
  const open = async () => {
    const done = await send(() => openManualCaseAction({ businessId, subjectKind, subjectId, reason }), {
      failed: tReviewManual('failed'),
      done: tReviewManual('opened'),
    });
    if (done === null) return;
    onClose();
    router.push(`/${businessId}/reviews/${done.caseId}`);
  };
  return (
    <>
      <TextArea
        label={tReviewTerms('reason')}
        help={tReviewManual('reasonHelp')}
        limit={5_000}
        {...field('reason')}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button isDisabled={isPending} onPress={onClose}>
          {tControls('cancel')}
        </Button>
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() => void open()}
        >
          {tReviewManual('open')}
        </Button>
      </div>
    </>
  );
}
