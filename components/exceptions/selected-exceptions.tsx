'use client';

import { useContext, useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { workSelectedAction } from '#lib/exceptions/actions.ts';
import { exceptionList, isResolvedExceptionsQuery, maximumNoteLength } from '#lib/exceptions/model.ts';
import type { SelectedWorkResult, WorkSelectedForm } from '#lib/exceptions/schema.ts';
import { maximumSelected, parseListQuery } from '#lib/lists/model/query.ts';
import { tExceptionSelection, tExceptionWork } from '#lib/messages/exceptions.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import { ExceptionsContext } from './exceptions-context.ts';
import { failureMessages, toOutcomeMessage } from './selection-messages.ts';
import { ReasonField } from './work-form.tsx';

const unassigned = 'nobody';

type Outcome = Parameters<typeof toOutcomeMessage>[0];

/** Assigns, resolves and reopens the selected exceptions of all pages. */
export function SelectedExceptions({
  businessId,
  query: address,
  filtered,
  count,
  seenValues,
  onDone,
}: BulkActionProps) {
  const owners = useContext(ExceptionsContext).owners ?? [];
  const [assignee, setAssignee] = useState(unassigned);
  const { act, isPending } = useAction({ businessId, kind: 'exceptions' });
  const resolution = useDraftForm({
    businessId,
    kind: 'exceptions',
    inForm: true,
    draft: 'exception-resolution',
    subject: 'selected',
    initial: { reason: '', note: '' },
  });
  const [isReasonMissing, setReasonMissing] = useState(false);
  /** The reasons shown when the dialog opened. The list keeps changing while it is open. */
  const [shown, setShown] = useState<ReturnType<typeof seenValues>>(null);
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  const toMessages = (outcome: Outcome) => ({
    ...failureMessages,
    done: (data: SelectedWorkResult) => toOutcomeMessage(outcome, data),
  });
  const work = async (change: WorkSelectedForm['act'], outcome: Outcome) => {
    const input = { businessId, address, filtered, act: change };
    const done = await act(() => workSelectedAction(input), toMessages(outcome));
    if (done !== null) onDone();
  };
  const resolve = async () => {
    const { note } = resolution.fields;
    const reason = resolutionReasons.find((one) => one === resolution.fields.reason);
    setReasonMissing(reason === undefined);
    if (reason === undefined) return false;
    const input = { businessId, address, filtered, act: { kind: 'resolve' as const, note, reason, shown } };
    const done = await resolution.send(() => workSelectedAction(input), toMessages('resolved'));
    if (done === null) return false;
    resolution.reset();
    onDone();
    return true;
  };
  const problem = isReasonMissing
    ? { title: tExceptionWork('outcome.none'), detail: tExceptionWork('errors.reason') }
    : resolution.problem;
  if (count.more || count.count > maximumSelected)
    return <span className="text-muted">{tExceptionSelection('tooMany', { maximum: maximumSelected })}</span>;
  return (
    <fieldset disabled={isPending || resolution.isPending} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{tExceptionSelection('legend')}</legend>
      <span className="flex items-center gap-1.5">
        <Select
          label={tExceptionWork('fields.assignee')}
          hideLabel
          small
          className="w-28 md:w-36"
          value={assignee}
          onChange={(event) => setAssignee(event.target.value)}
          choices={[
            { value: unassigned, label: tExceptionWork('fields.unassigned') },
            ...owners.map(({ personId, name }) => ({ value: personId, label: name })),
          ]}
        />
        <Button
          size="sm"
          isPending={isPending}
          onPress={() =>
            void work({ kind: 'assign', ownerId: assignee === unassigned ? null : assignee }, 'assigned')
          }
        >
          {tExceptionSelection('assign')}
        </Button>
      </span>
      {isResolvedExceptionsQuery(query) ? (
        <Button size="sm" isPending={isPending} onPress={() => void work({ kind: 'reopen' }, 'reopened')}>
          {tExceptionSelection('reopen')}
        </Button>
      ) : (
        <ConfirmDialog
          trigger={<Button size="sm">{tExceptionSelection('resolve')}</Button>}
          title={tExceptionSelection('question', { count: count.count })}
          confirmLabel={tExceptionSelection('confirm', { count: count.count })}
          onConfirm={resolve}
          onOpenChange={(isOpen) => {
            setReasonMissing(false);
            resolution.clear();
            if (isOpen) setShown(seenValues());
          }}
          problem={<ProblemNote problem={problem} />}
        >
          <p className="pb-3">{tExceptionSelection('text')}</p>
          <div className="flex flex-col gap-3">
            <ReasonField {...resolution.field('reason')} />
            <TextArea
              {...resolution.field('note')}
              label={tExceptionWork('fields.note')}
              optional
              help={tExceptionSelection('noteHelp')}
              limit={maximumNoteLength}
            />
            <DraftNotice draft={resolution.draft} />
          </div>
        </ConfirmDialog>
      )}
    </fieldset>
  );
}
