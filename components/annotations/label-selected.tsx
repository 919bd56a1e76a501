'use client';

import { Tag } from 'lucide-react';
import type { BulkProps } from '#components/list/list-props.ts';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { toSelectedRecords } from './label-all.ts';
import { LabelSelectedForm } from './label-selected-form.tsx';
import { formatRecordCount, topics } from './record-words.ts';
import { useLabelling } from './use-labelling.ts';

/** Adds a label to the selected records on all pages, or removes it. */
function LabelSelected({ kind, businessId, asked, count, labels, onDone }: BulkProps & { kind: RecordKind }) {
  const api = `/api/businesses/${businessId}/${topics[kind]}`;
  const { progress, start, stop } = useLabelling(onDone);
  if (progress !== null)
    return (
      <span className="inline-flex items-center gap-2">
        <span role="status" className="tabular-nums">
          {tAnnotations('selected.progress', {
            done: progress.done,
            records: formatRecordCount(kind, progress.of),
          })}
        </span>
        <Button size="sm" variant="quiet" onPress={stop}>
          {tAnnotations('selected.stop')}
        </Button>
      </span>
    );
  if (count.more || count.count > maximumSelectedToLabel)
    return (
      <span className="text-muted">
        {tAnnotations('selected.tooMany', { maximum: maximumSelectedToLabel })}
      </span>
    );
  return (
    <Popover
      label={tAnnotations('selected.title')}
      placement="top start"
      trigger={
        <Button size="sm" icon={<Tag aria-hidden />}>
          {tAnnotations('selected.open')}
        </Button>
      }
    >
      {(close) => (
        <LabelSelectedForm
          suggestions={labels.flatMap(({ name, retired }) => (retired ? [] : [name]))}
          kind={kind}
          readIds={(signal) => toSelectedRecords(kind, { api, asked }, signal)}
          onChosen={(name, how, ids) => {
            close();
            void start({ businessId, kind, name, how }, ids);
          }}
        />
      )}
    </Popover>
  );
}

export const LabelSelectedPayments = (props: BulkProps) => <LabelSelected {...props} kind="payment" />;
export const LabelSelectedDeposits = (props: BulkProps) => <LabelSelected {...props} kind="deposit" />;
export const LabelSelectedWithdrawals = (props: BulkProps) => <LabelSelected {...props} kind="withdrawal" />;
