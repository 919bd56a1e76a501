'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { changeLabelAction } from '#lib/annotations/actions.ts';
import { maximumLabelLength } from '#lib/annotations/model.ts';
import { tAnnotationOutcomes } from '#lib/messages/annotation-outcomes.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';

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
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    setProblem(null);
    const result = await callAction(() =>
      changeLabelAction({ businessId, labelId, name: typed, retired: null }),
    );
    setPending(false);
    if (!result?.ok) {
      setProblem(result?.fieldErrors['name']?.[0] ?? result?.message ?? tAnnotations('connectionLost'));
      return;
    }
    router.refresh();
    onEnd();
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
        error={problem ?? undefined}
        limit={maximumLabelLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-32 flex-1"
      />
      <Button type="submit" isPending={isPending} isDisabled={typed.trim() === '' || typed === name}>
        {tAnnotations('manage.saveName')}
      </Button>
      <Button variant="quiet" onPress={onEnd}>
        {tAnnotationOutcomes('cancel')}
      </Button>
    </form>
  );
}
