'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkProps } from '#components/list/list-props.ts';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { assignCasesAction, snoozeCasesAction } from '#lib/reviews/actions.ts';
import type { Desk, SelectedCases } from '#lib/reviews/queue/schema.ts';
import { mostAtOnce, snoozeHours } from '#lib/reviews/schema/choices.ts';
import { assigneeChoices, unassigned } from './assignees.ts';
import { MergeDialog } from './merge-dialog.tsx';

const deskShape = outline<Desk>(withFields('counts', 'source', 'people'));
const pickedShape = outline<SelectedCases>(withFields('cases', 'more'));

const wake = '0';
const snoozeChoices = [
  ...snoozeHours.map((hours) => ({
    value: String(hours),
    label: hours < 24 ? `For ${hours} hours` : hours === 24 ? 'For a day' : `For ${hours / 24} days`,
  })),
  { value: wake, label: 'Take back up' },
];

const cases = (count: number) => `${count} ${count === 1 ? 'case' : 'cases'}`;

/** What can be done with the picked cases together, whichever pages they stand on. */
export function AssignBar({ businessId, asked, onDone }: BulkProps) {
  const { act, isPending } = useAction(businessId, 'reviews');
  const key = ['b', businessId, 'reviews'];
  const api = `/api/businesses/${businessId}/reviews`;
  const desk = useQuery({
    queryKey: [...key, 'desk'],
    queryFn: ({ signal }) => requestJson(`${api}/desk`, deskShape, signal),
  });
  const picked = useQuery({
    queryKey: [...key, 'picked', asked],
    queryFn: ({ signal }) => requestJson(`${api}/picked?${asked}`, pickedShape, signal),
  });
  const [to, setTo] = useState<string | null>(null);
  const [hours, setHours] = useState('24');
  if (picked.isError || desk.isError)
    return (
      <Button size="sm" onPress={() => void Promise.all([picked.refetch(), desk.refetch()])}>
        The picked cases could not be read. Try again
      </Button>
    );
  if (!picked.data || !desk.data) return <Skeleton className="h-7 w-72" />;
  if (picked.data.more)
    return (
      <span className="text-muted">{`At most ${mostAtOnce} cases at once: narrow the list first.`}</span>
    );
  const { people, me } = desk.data;
  const { cases: chosen } = picked.data;
  const caseIds = chosen.map(({ caseId }) => caseId);
  if (caseIds.length === 0) return <span className="text-muted">What was picked is no longer here.</span>;
  const assignee = to ?? me;
  const assign = async () => {
    const personId = assignee === unassigned ? null : assignee;
    const done = await act(() => assignCasesAction({ businessId, caseIds, personId }), {
      failed: 'Nothing was assigned',
      done: `Assigned ${cases(caseIds.length)}`,
    });
    if (done !== null) onDone();
  };
  const snooze = async () => {
    const wanted = hours === wake ? 0 : (snoozeHours.find((one) => String(one) === hours) ?? 24);
    const done = await act(() => snoozeCasesAction({ businessId, caseIds, hours: wanted }), {
      failed: 'Nothing was put aside',
      done: ({ snoozed, left }) =>
        `${wanted === 0 ? 'Took back up' : 'Put aside'} ${cases(snoozed)}${left === 0 ? '' : `; ${left} not open, left as they are`}`,
    });
    if (done !== null) onDone();
  };
  const mergeable = chosen.filter(({ state }) => state !== 'merged');
  return (
    <fieldset disabled={isPending} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">What to do with them</legend>
      <span className="flex items-center gap-1.5">
        <Select
          label="Assign to"
          hideLabel
          small
          className="w-36"
          choices={assigneeChoices(people, me)}
          value={assignee}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button size="sm" isPending={isPending} onPress={() => void assign()}>
          Assign
        </Button>
      </span>
      <span className="flex items-center gap-1.5">
        <Select
          label="Put aside for"
          hideLabel
          small
          className="w-36"
          choices={snoozeChoices}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <Button size="sm" isPending={isPending} onPress={() => void snooze()}>
          {hours === wake ? 'Take back' : 'Put aside'}
        </Button>
      </span>
      {mergeable.length > 1 && (
        <MergeDialog
          businessId={businessId}
          cases={mergeable.map(({ caseId, number, version, reference, subjectKind }) => ({
            ...{ caseId, number, version },
            name: reference ?? subjectKind,
          }))}
          onMerged={onDone}
        />
      )}
    </fieldset>
  );
}
