'use client';

import { Tag } from 'lucide-react';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { tAnnotationOutcomes } from '#lib/messages/annotations.ts';
import { toSelectedRecords } from './change-labels.ts';
import { LabelSelectedForm } from './label-selected-form.tsx';
import { formatRecordCount, recordTopics } from './record-topics.ts';
import { useLabelChange } from './use-label-change.ts';

/** Adds a label to the selected records on all pages, or removes it. */
function LabelSelected({
  kind,
  businessId,
  query,
  count,
  labels,
  onDone,
}: BulkActionProps & { kind: RecordKind }) {
  const noun = recordTopics[kind];
  const api = `/api/businesses/${businessId}/${noun}`;
  const { progress, start, stop } = useLabelChange(onDone);
  if (progress !== null)
    return (
      <span className="inline-flex items-center gap-2">
        <span role="status" className="tabular-nums">
          {tAnnotationOutcomes('selected.progress', {
            done: progress.done,
            records: formatRecordCount(kind, progress.of),
          })}
        </span>
        <Button size="sm" variant="quiet" onPress={stop}>
          {tAnnotationOutcomes('selected.stop')}
        </Button>
      </span>
    );
  if (count.more || count.count > maximumSelectedToLabel)
    return (
      <span className="text-muted">
        {tAnnotationOutcomes('selected.tooMany', { maximum: maximumSelectedToLabel })}
      </span>
    );
  return (
    <Popover
      label={tAnnotationOutcomes('selected.title', { noun })}
      placement="top start"
      trigger={
        <Button size="sm" icon={<Tag aria-hidden />}>
          {tAnnotationOutcomes('selected.open', { noun })}
        </Button>
      }
    >
      {(close) => (
        <LabelSelectedForm
          suggestions={labels.flatMap(({ name, retired }) => (retired ? [] : [name]))}
          kind={kind}
          readIds={(signal) => toSelectedRecords(kind, { api, address: query }, signal)}
          onChosen={(name, operation, ids) => {
            close();
            void start({ businessId, kind, name, operation }, ids);
          }}
        />
      )}
    </Popover>
  );
}

export const LabelSelectedPayments = (props: BulkActionProps) => <LabelSelected {...props} kind="payment" />;
export const LabelSelectedDeposits = (props: BulkActionProps) => <LabelSelected {...props} kind="deposit" />;
export const LabelSelectedWithdrawals = (props: BulkActionProps) => (
  <LabelSelected {...props} kind="withdrawal" />
);
