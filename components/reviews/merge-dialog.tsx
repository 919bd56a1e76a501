'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { mergeCasesAction } from '#lib/reviews/actions.ts';

/** A case that can be merged, as the person sees it: its version says which. */
export type MergeChoice = {
  readonly caseId: string;
  readonly number: number;
  readonly version: number;
  readonly name: string;
};

/**
 * Chooses the case that stays; the others join it. `pick`: the first is this page's own, of the others some are chosen
 * first; without it all of them are meant.
 */
export function MergeDialog({
  businessId,
  cases,
  pick = false,
  onMerged,
}: {
  businessId: string;
  cases: readonly MergeChoice[];
  pick?: boolean;
  onMerged: (stays: string) => void;
}) {
  const { act, isPending } = useAction(businessId, 'reviews');
  const [first, ...others] = cases;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = cases.filter(({ caseId }) => !pick || caseId === first?.caseId || picked.has(caseId));
  const [wanted, setWanted] = useState<string | null>(null);
  const stays = chosen.find(({ caseId }) => caseId === wanted) ?? chosen[0];
  const merge = async (close: () => void) => {
    if (stays === undefined) return;
    const seen = ({ caseId, version }: MergeChoice) => ({ caseId, version });
    const done = await act(
      () =>
        mergeCasesAction({
          businessId,
          into: seen(stays),
          cases: chosen.filter((one) => one !== stays).map(seen),
        }),
      { failed: 'Nothing was merged', done: `Joined case ${stays.number}` },
    );
    if (done === null) return;
    close();
    onMerged(done.caseId);
  };
  const label = ({ number, name }: MergeChoice) => `Case ${number} · ${name}`;
  return (
    <Dialog
      title="Merge cases"
      description="The others join the case that stays: what is in them is read there, under who did it, and later facts go there. One that joined can be taken out again while the case is open."
      trigger={<Button size="sm">Merge…</Button>}
      footer={(close) => (
        <>
          <Button isDisabled={isPending} onPress={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={chosen.length < 2}
            onPress={() => void merge(close)}
          >
            {chosen.length < 2 ? 'Merge' : `Merge ${chosen.length} cases`}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        {pick && (
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1.5 font-medium text-sm">Related cases to merge with this one</legend>
            {others.map((one) => (
              <Checkbox
                key={one.caseId}
                label={label(one)}
                checked={picked.has(one.caseId)}
                onChange={() => {
                  const next = new Set(picked);
                  if (!next.delete(one.caseId)) next.add(one.caseId);
                  setPicked(next);
                }}
              />
            ))}
          </fieldset>
        )}
        <RadioGroup
          name="stays"
          label="The case that stays"
          choices={chosen.map((one) => ({ value: one.caseId, label: label(one) }))}
          value={stays?.caseId ?? ''}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
