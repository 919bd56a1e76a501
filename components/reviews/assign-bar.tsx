'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { assignCasesAction } from '#lib/reviews/actions.ts';
import type { Person } from '#lib/reviews/schema.ts';
import type { MergeChoice } from './merge-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useAct } from './use-act.ts';

export const nobody = 'nobody';

/** Those to whom a case can be given, the person who asks first. */
export const assigneeChoices = (people: readonly Person[], me: string) => [
  ...people
    .filter(({ personId }) => personId === me)
    .map(({ personId }) => ({ value: personId, label: 'Me' })),
  ...people
    .filter(({ personId }) => personId !== me)
    .map(({ personId, name }) => ({ value: personId, label: name })),
  { value: nobody, label: 'Nobody' },
];

/** What can be done with the chosen cases together. */
export function AssignBar({
  businessId,
  cases,
  people,
  me,
  onDone,
}: {
  businessId: string;
  cases: readonly MergeChoice[];
  people: readonly Person[];
  me: string;
  onDone: () => void;
}) {
  const { act, isPending } = useAct(businessId);
  const caseIds = cases.map(({ caseId }) => caseId);
  const [to, setTo] = useState(me);
  const assign = async () => {
    const done = await act(
      () => assignCasesAction({ businessId, caseIds, personId: to === nobody ? null : to }),
      { failed: 'Nothing was assigned', done: 'Assigned' },
    );
    if (done !== null) onDone();
  };
  return (
    <section
      aria-label="Chosen cases"
      className="flex flex-wrap items-center gap-3 border-line border-y bg-accent-ground px-4 py-2 text-sm"
    >
      <span className="tabular-nums">
        {caseIds.length} {caseIds.length === 1 ? 'case' : 'cases'}
      </span>
      <Select
        label="Assign to"
        hideLabel
        small
        className="w-44"
        choices={assigneeChoices(people, me)}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button size="sm" isPending={isPending} onPress={() => void assign()}>
        Assign
      </Button>
      {cases.length > 1 && <MergeDialog businessId={businessId} cases={cases} onMerged={onDone} />}
      <Button size="sm" variant="quiet" onPress={onDone}>
        Choose none
      </Button>
    </section>
  );
}
