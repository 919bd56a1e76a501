'use client';

import { Tag } from 'lucide-react';
import type { BulkProps } from '#components/list/list-props.ts';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { toSelectedRecords } from './label-all.ts';
import { LabelSelectedForm } from './label-selected-form.tsx';
import { formatRecordCount, topics } from './record-words.ts';
import { useLabelling } from './use-labelling.ts';

/** Puts a label on the picked records or takes it off them, whichever pages they stand on. */
function LabelPicked({ kind, businessId, asked, count, labels, onDone }: BulkProps & { kind: RecordKind }) {
  const api = `/api/businesses/${businessId}/${topics[kind]}`;
  const { progress, start, stop } = useLabelling(onDone);
  if (progress !== null)
    return (
      <span className="inline-flex items-center gap-2">
        <span role="status" className="tabular-nums">
          {`${progress.done} of ${formatRecordCount(kind, progress.of)} done`}
        </span>
        <Button size="sm" variant="quiet" onPress={stop}>
          Stop
        </Button>
      </span>
    );
  if (count.more || count.count > maximumSelectedToLabel)
    return (
      <span className="text-muted">
        {`To label them, narrow the list first: at most ${maximumSelectedToLabel} at once.`}
      </span>
    );
  return (
    <Popover
      label="Label the selected rows"
      placement="top start"
      trigger={
        <Button size="sm" icon={<Tag aria-hidden />}>
          Label selected
        </Button>
      }
    >
      {(close) => (
        <LabelSelectedForm
          words={labels.flatMap(({ name, retired }) => (retired ? [] : [name]))}
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

export const LabelSelectedPayments = (props: BulkProps) => <LabelPicked {...props} kind="payment" />;
export const LabelSelectedDeposits = (props: BulkProps) => <LabelPicked {...props} kind="deposit" />;
export const LabelSelectedWithdrawals = (props: BulkProps) => <LabelPicked {...props} kind="withdrawal" />;
