'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tReviewMerge } from '#lib/messages/review-details.ts';
import { mergeCasesAction } from '#lib/reviews/actions.ts';

/** A case that can be merged. The version detects changes after the page was loaded. */
export type MergeChoice = {
  readonly caseId: string;
  readonly number: number;
  readonly version: number;
  readonly name: string;
};

/**
 * Merges cases into the one that the person keeps. With `isSelectable`, the first case is the page's own and the person
 * selects which of the others to merge. Without it, all cases are merged.
 */
export function MergeDialog({
  businessId,
  cases,
  isSelectable = false,
  onMerged,
}: {
  businessId: string;
  cases: readonly MergeChoice[];
  isSelectable?: boolean;
  onMerged: (survivorId: string) => void;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'reviews' });
  const [first, ...others] = cases;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const merging = cases.filter(
    ({ caseId }) => !isSelectable || caseId === first?.caseId || selected.has(caseId),
  );
  const [survivorId, setSurvivorId] = useState<string | null>(null);
  const survivor = merging.find(({ caseId }) => caseId === survivorId) ?? merging[0];
  const merge = async (close: () => void) => {
    if (survivor === undefined) return;
    const toVersion = ({ caseId, version }: MergeChoice) => ({ caseId, version });
    const done = await act(
      () =>
        mergeCasesAction({
          businessId,
          into: toVersion(survivor),
          cases: merging.filter((one) => one !== survivor).map(toVersion),
        }),
      {
        failed: tReviewMerge('dialog.failed'),
        done: tReviewMerge('dialog.merged', { number: String(survivor.number) }),
      },
    );
    if (done === null) return;
    close();
    onMerged(done.caseId);
  };
  const formatChoice = ({ number, name }: MergeChoice) =>
    tReviewMerge('dialog.choice', { number: String(number), name });
  return (
    <Dialog
      title={tReviewMerge('dialog.title')}
      description={tReviewMerge('dialog.description')}
      trigger={<Button size="sm">{tReviewMerge('dialog.open')}</Button>}
      footer={(close) => (
        <>
          <Button isDisabled={isPending} onPress={close}>
            {tControls('cancel')}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={merging.length < 2}
            onPress={() => void merge(close)}
          >
            {merging.length < 2
              ? tReviewMerge('dialog.merge')
              : tReviewMerge('dialog.mergeCount', { count: merging.length })}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        {isSelectable && (
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1.5 font-medium text-sm">{tReviewMerge('dialog.related')}</legend>
            {others.map((choice) => (
              <Checkbox
                key={choice.caseId}
                label={formatChoice(choice)}
                checked={selected.has(choice.caseId)}
                onChange={() => {
                  const next = new Set(selected);
                  if (!next.delete(choice.caseId)) next.add(choice.caseId);
                  setSelected(next);
                }}
              />
            ))}
          </fieldset>
        )}
        <RadioGroup
          name="survivor"
          label={tReviewMerge('dialog.keep')}
          choices={merging.map((choice) => ({ value: choice.caseId, label: formatChoice(choice) }))}
          value={survivor?.caseId ?? ''}
          onChange={(event) => setSurvivorId(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
