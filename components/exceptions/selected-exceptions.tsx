'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useContext, useRef, useState } from 'react';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { toast } from '#components/ui/toast.tsx';
import { workSelectedAction } from '#lib/exceptions/actions.ts';
import { exceptionList, isResolvedExceptionsQuery } from '#lib/exceptions/model.ts';
import type { WorkSelectedForm } from '#lib/exceptions/schema.ts';
import { maximumSelected, parseListQuery } from '#lib/lists/model/query.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';
import { ExceptionsContext } from './exceptions-context.ts';
import { emptyResolution, ResolutionFields } from './resolution-fields.tsx';
import { failureMessages, toOutcomeMessage } from './selection-messages.ts';

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
  const queries = useQueryClient();
  const owners = useContext(ExceptionsContext).owners ?? [];
  const [assignee, setAssignee] = useState(unassigned);
  const [resolution, setResolution] = useState(emptyResolution);
  const sent = useRef<(() => void) | null>(null);
  /** The reasons shown when the dialog opened. The list keeps changing while it is open. */
  const [shown, setShown] = useState<ReturnType<typeof seenValues>>(null);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof toActionErrorMessage> | null>(null);
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  /** Returns the message of a failure, or null. */
  const work = async (act: WorkSelectedForm['act'], outcome: Outcome): Promise<typeof problem> => {
    setPending(true);
    const result = await callAction(() => workSelectedAction({ businessId, address, filtered, act }));
    if (result?.ok) {
      const { title, ...options } = toOutcomeMessage(outcome, result.data);
      (result.data.done === 0 ? toast.neutral : toast.good)(title, options);
    }
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'exceptions'] });
    setPending(false);
    if (!result?.ok) return toActionErrorMessage(result, failureMessages);
    if (act.kind === 'resolve') {
      sent.current?.();
      setResolution(emptyResolution);
    }
    onDone();
    return null;
  };
  const workWithToast = async (act: WorkSelectedForm['act'], outcome: Outcome) => {
    const failure = await work(act, outcome);
    if (failure !== null) toast.bad(failure.title, { detail: failure.detail });
  };
  const resolve = async () => {
    const { reason, note } = resolution;
    if (reason === '') {
      setProblem({ title: tExceptionWork('outcome.none'), detail: tExceptionWork('errors.reason') });
      return false;
    }
    const failure = await work({ kind: 'resolve', note, reason, shown }, 'resolved');
    setProblem(failure);
    return failure === null;
  };
  if (count.more || count.count > maximumSelected)
    return (
      <span className="text-muted">{tExceptionWork('selection.tooMany', { maximum: maximumSelected })}</span>
    );
  return (
    <fieldset disabled={isPending} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{tExceptionWork('selection.legend')}</legend>
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
            void workWithToast(
              { kind: 'assign', ownerId: assignee === unassigned ? null : assignee },
              'assigned',
            )
          }
        >
          {tExceptionWork('selection.assign')}
        </Button>
      </span>
      {isResolvedExceptionsQuery(query) ? (
        <Button
          size="sm"
          isPending={isPending}
          onPress={() => void workWithToast({ kind: 'reopen' }, 'reopened')}
        >
          {tExceptionWork('selection.reopen')}
        </Button>
      ) : (
        <ConfirmDialog
          trigger={<Button size="sm">{tExceptionWork('selection.resolve')}</Button>}
          title={tExceptionWork('selection.question', { count: count.count })}
          confirmLabel={tExceptionWork('selection.confirm', { count: count.count })}
          onConfirm={resolve}
          onOpenChange={(isOpen) => {
            setProblem(null);
            if (isOpen) setShown(seenValues());
          }}
          problem={
            problem !== null && (
              <Banner tone="bad" title={problem.title}>
                {problem.detail}
              </Banner>
            )
          }
        >
          <p className="pb-3">{tExceptionWork('selection.text')}</p>
          <ResolutionFields
            businessId={businessId}
            resolution={resolution}
            onChange={setResolution}
            sent={sent}
          />
        </ConfirmDialog>
      )}
    </fieldset>
  );
}
