'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { changeLabelAction } from '#lib/annotations/actions.ts';
import { maximumLabelLength } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { tControls } from '#lib/messages/controls.ts';

/** Renames a label on every record. */
export function RenameForm({
  businessId,
  labelId,
  name,
  onEnd,
}: {
  businessId: string;
  labelId: string;
  name: string;
  onEnd: () => void;
}) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const [typed, setTyped] = useState(name);
  const save = async () => {
    const saved = await act(() => changeLabelAction({ businessId, labelId, name: typed, retired: null }), {
      failed: tAnnotations('manage.notChanged', { name }),
    });
    if (saved !== null) onEnd();
  };
  return (
    <form
      className="flex w-full flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={tAnnotations('manage.name', { name })}
        hideLabel
        autoFocus
        error={problem?.detail}
        limit={maximumLabelLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-32 flex-1"
      />
      <Button type="submit" isPending={isPending} isDisabled={typed.trim() === '' || typed === name}>
        {tAnnotations('manage.saveName')}
      </Button>
      <Button variant="quiet" onPress={onEnd}>
        {tControls('cancel')}
      </Button>
    </form>
  );
}
