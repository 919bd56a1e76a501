'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tReviewProposal, tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import { assignCasesAction, snoozeCasesAction } from '#lib/reviews/actions.ts';
import { maximumCasesAtOnce, snoozeHours } from '#lib/reviews/cases/schema/choices.ts';
import type { Desk, SelectedCase, SelectedCases } from '#lib/reviews/queue/schema.ts';
import { formatDuration } from '../case-labels.ts';
import { assigneeChoices, noAssignee } from '../cases/assignees.ts';
import { MergeDialog } from '../cases/merge-dialog.tsx';
import { useCaseUndo } from '../cases/use-case-undo.ts';
import { ApproveDialog } from '../decisions/approve-dialog.tsx';

const deskShape = checkFields<Desk>(withFields('counts', 'source', 'people'));
const selectedShape = checkFields<SelectedCases>(withFields('cases', 'more'));

/** The duration that ends a snooze. */
const unsnoozeValue = '0';
const snoozeChoices = [
  ...snoozeHours.map((hours) => ({ value: String(hours), label: formatDuration(hours) })),
  { value: unsnoozeValue, label: tReviewTerms('unsnooze') },
];

/** Assigns, snoozes, merges or approves the selected cases, also those on other pages of the list. */
export function SelectedCaseActions(props: BulkActionProps) {
  const [approving, setApproving] = useState<readonly SelectedCase[] | null>(null);
  return (
    <>
      <Actions {...props} onApprove={setApproving} />
      {approving !== null && (
        // It shows the outcomes of cases that have left the selection.
        <ApproveDialog
          businessId={props.businessId}
          cases={approving}
          onClose={(isDone) => {
            setApproving(null);
            if (isDone) props.onDone();
          }}
        />
      )}
    </>
  );
}

function Actions({
  businessId,
  query: selection,
  onDone,
  onApprove,
}: BulkActionProps & { onApprove: (proposed: readonly SelectedCase[]) => void }) {
  const { act, isPending } = useAction({ businessId, kind: 'reviews' });
  const toUndo = useCaseUndo(businessId);
  const key = ['b', businessId, 'reviews'];
  const api = `/api/businesses/${businessId}/reviews`;
  const desk = useQuery({
    queryKey: [...key, 'desk'],
    queryFn: ({ signal }) => requestJson(`${api}/desk`, deskShape, signal),
  });
  const selected = useQuery({
    queryKey: [...key, 'selected', selection],
    queryFn: ({ signal }) => requestJson(`${api}/selected?${selection}`, selectedShape, signal),
  });
  const [assignee, setAssignee] = useState<string | null>(null);
  const [duration, setDuration] = useState('24');
  if (selected.isError || desk.isError)
    return (
      <Button size="sm" onPress={() => void Promise.all([selected.refetch(), desk.refetch()])}>
        {tReviewQueue('selected.notLoaded')}
      </Button>
    );
  if (!selected.data || !desk.data) return <Skeleton className="h-7 w-72" />;
  if (selected.data.more)
    return (
      <span className="text-muted">
        {tReviewQueue('selected.tooMany', { limit: String(maximumCasesAtOnce) })}
      </span>
    );
  const { people, me } = desk.data;
  const { cases } = selected.data;
  const caseIds = cases.map(({ caseId }) => caseId);
  if (caseIds.length === 0) return <span className="text-muted">{tReviewQueue('selected.none')}</span>;
  const isUnsnoozing = duration === unsnoozeValue;
  const assign = async () => {
    const personId = (assignee ?? me) === noAssignee ? null : (assignee ?? me);
    const result = await act(() => assignCasesAction({ businessId, caseIds, personId }), {
      failed: tReviewQueue('selected.notAssigned'),
      done: ({ undo }) => ({
        title: tReviewQueue('selected.assigned', { count: caseIds.length }),
        action: toUndo(undo),
      }),
    });
    if (result !== null) onDone();
  };
  const snooze = async () => {
    const hours = isUnsnoozing ? 0 : (snoozeHours.find((one) => String(one) === duration) ?? 24);
    const result = await act(() => snoozeCasesAction({ businessId, caseIds, hours }), {
      failed: tReviewQueue('selected.notSnoozed'),
      done: ({ snoozed, left, undo }) => ({
        title: tReviewQueue(isUnsnoozing ? 'selected.unsnoozed' : 'selected.snoozed', { count: snoozed }),
        detail: left === 0 ? undefined : tReviewQueue('selected.skipped', { count: left }),
        action: toUndo(undo),
      }),
    });
    if (result !== null) onDone();
  };
  const proposed = cases.filter(({ state }) => state === 'proposed');
  const mergeable = cases.filter(({ state }) => state !== 'merged');
  return (
    <fieldset disabled={isPending} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{tReviewQueue('selected.legend')}</legend>
      {proposed.length > 0 && (
        <Button size="sm" variant="primary" onPress={() => onApprove(proposed)}>
          {tReviewProposal('several.open')}
        </Button>
      )}
      <span className="flex items-center gap-1.5">
        <Select
          label={tReviewQueue('selected.assignTo')}
          hideLabel
          small
          className="w-36"
          choices={assigneeChoices(people, me)}
          value={assignee ?? me}
          onChange={(event) => setAssignee(event.target.value)}
        />
        <Button size="sm" isPending={isPending} onPress={() => void assign()}>
          {tReviewQueue('selected.assign')}
        </Button>
      </span>
      <span className="flex items-center gap-1.5">
        <Select
          label={tReviewQueue('selected.snoozeFor')}
          hideLabel
          small
          className="w-36"
          choices={snoozeChoices}
          value={duration}
          onChange={(event) => setDuration(event.target.value)}
        />
        <Button size="sm" isPending={isPending} onPress={() => void snooze()}>
          {isUnsnoozing ? tReviewTerms('unsnooze') : tReviewQueue('selected.snooze')}
        </Button>
      </span>
      {mergeable.length > 1 && (
        <MergeDialog
          businessId={businessId}
          cases={mergeable.map(({ caseId, number, version, reference, subjectKind }) => ({
            caseId,
            number,
            version,
            name: reference ?? tReviewTerms(`subject.${subjectKind}`),
          }))}
          onMerged={onDone}
        />
      )}
    </fieldset>
  );
}
