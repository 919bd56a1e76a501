'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { changeLabelAction } from '#lib/annotations/actions.ts';
import type { LabelUse } from '#lib/annotations/model.ts';
import { LabelChip } from './label-chip.tsx';
import { useFocusBack } from './use-focus-back.ts';

const RenameForm = lazy(() => import('./rename-form.tsx').then((file) => ({ default: file.RenameForm })));

/** The labels of the business. They come to be where they are first put on a record; owners rename and retire them. */
export function Vocabulary({
  businessId,
  labels,
  mayChange,
}: {
  businessId: string;
  labels: readonly LabelUse[];
  mayChange: boolean;
}) {
  return (
    <Section title="Labels" count={labels.length}>
      <div className="flex flex-col gap-2">
        <p className="text-muted text-sm">
          Put on payments, deposits and withdrawals on their own pages. A retired label stays where it is and
          is not offered any more.
        </p>
        {labels.length > 0 && (
          <ul className="flex flex-col">
            {labels.map((label) => (
              <Line key={label.labelId} businessId={businessId} label={label} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function Line({ businessId, label, mayChange }: { businessId: string; label: LabelUse; mayChange: boolean }) {
  const { labelId, name, retired, records, more } = label;
  const router = useRouter();
  const [renames, setRenames] = useState(false);
  const opener = useFocusBack(renames);
  const [isPending, setPending] = useState(false);
  const retire = async () => {
    setPending(true);
    const result = await changeLabelAction({ businessId, labelId, name: null, retired: !retired }).catch(
      () => null,
    );
    setPending(false);
    if (!result?.ok) {
      toast.bad(`“${name}” was not changed`, {
        detail: result?.message ?? 'The connection was lost. Try again.',
      });
      return;
    }
    router.refresh();
  };
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-1 last:border-b-0">
      {renames ? (
        <Suspense fallback={<Skeleton className="h-control w-full" />}>
          <RenameForm {...{ businessId, labelId, name }} onEnd={() => setRenames(false)} />
        </Suspense>
      ) : (
        <>
          <LabelChip name={name} retired={retired} />
          <span className="text-faint text-xs tabular-nums">
            {`${records}${more ? '+' : ''}`} {records === 1 ? 'record' : 'records'}
          </span>
          {mayChange && (
            <span className="ml-auto inline-flex gap-1">
              <Button ref={opener} size="sm" variant="quiet" onPress={() => setRenames(true)}>
                Rename<span className="sr-only"> {name}</span>
              </Button>
              <Button size="sm" variant="quiet" isPending={isPending} onPress={() => void retire()}>
                {retired ? 'Bring back' : 'Retire'}
                <span className="sr-only"> {name}</span>
              </Button>
            </span>
          )}
        </>
      )}
    </li>
  );
}
