'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { NameForm } from '#components/forms/name-form.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { changeLabelAction } from '#lib/annotations/actions.ts';
import type { LabelUse } from '#lib/annotations/model.ts';
import { maximumLabelLength } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { LabelChip } from './label-chip.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Lists the business's labels. A label is created on its first use; owners rename and retire it. */
export function LabelVocabulary({
  businessId,
  labels,
  mayChange,
}: {
  businessId: string;
  labels: readonly LabelUse[];
  mayChange: boolean;
}) {
  return (
    <Section title={tAnnotations('manage.title')} count={labels.length}>
      <div className="flex flex-col gap-2">
        <p className="text-muted text-sm">{tAnnotations('manage.intro')}</p>
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

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

function Line({ businessId, label, mayChange }: { businessId: string; label: LabelUse; mayChange: boolean }) {
  const { labelId, name, retired, records, more } = label;
  const [isRenaming, setRenaming] = useState(false);
  const opener = useRestoredFocus(isRenaming);
  const { act, isPending } = useAction({ refresh: true });
  const failed = tAnnotations('manage.notChanged', { name });
  const toggleRetired = () =>
    act(() => changeLabelAction({ businessId, labelId, name: null, retired: !retired }), { failed });
  const endRenaming = () => setRenaming(false);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-1 last:border-b-0">
      {isRenaming ? (
        <NameForm
          businessId={businessId}
          draft="label-name"
          subject={labelId}
          refresh
          name={name}
          action={(typed) => changeLabelAction({ businessId, labelId, name: typed, retired: null })}
          messages={{ failed }}
          onDone={endRenaming}
          label={tAnnotations('manage.name', { name })}
          hideLabel
          limit={maximumLabelLength}
          save={tAnnotations('manage.saveName')}
          onCancel={endRenaming}
        />
      ) : (
        <>
          <LabelChip name={name} retired={retired} />
          <span className="text-faint text-xs tabular-nums">
            {more
              ? tAnnotations('manage.recordsAtLeast', { count: records })
              : tAnnotations('manage.records', { count: records })}
          </span>
          {mayChange && (
            <span className="ms-auto inline-flex gap-1">
              <Button ref={opener} size="sm" variant="quiet" onPress={() => setRenaming(true)}>
                {tAnnotations.rich('manage.rename', { name, hidden })}
              </Button>
              <Button size="sm" variant="quiet" isPending={isPending} onPress={() => void toggleRetired()}>
                {retired
                  ? tAnnotations.rich('manage.restore', { name, hidden })
                  : tAnnotations.rich('manage.retire', { name, hidden })}
              </Button>
            </span>
          )}
        </>
      )}
    </li>
  );
}
