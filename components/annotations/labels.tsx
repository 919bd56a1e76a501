'use client';

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { removeLabelAction } from '#lib/annotations/actions.ts';
import type { Annotations, RecordKind } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { LabelChip } from './label-chip.tsx';
import { LabelForm } from './label-form.tsx';
import { labelHref, recordTopics } from './record-topics.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Shows a record's labels, each linked to the records that share it, and a form to add one. */
export function Labels({
  businessId,
  kind,
  recordId,
  annotations,
  mayAnnotate,
}: {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  annotations: Annotations;
  mayAnnotate: boolean;
}) {
  const { labels, labelVocabulary } = annotations;
  const [isAdding, setAdding] = useState(false);
  const [removedId, setRemovedId] = useState<string | null>(null);
  const opener = useRestoredFocus(isAdding || labels.some(({ labelId }) => labelId === removedId));
  const { act, isPending } = useAction({ businessId, kind: ['labels', recordTopics[kind]] });
  const removeLabel = async (labelId: string, name: string) => {
    setRemovedId(labelId);
    await act(() => removeLabelAction({ businessId, kind, recordId, labelId }), {
      failed: tAnnotations('label.notRemoved', { name }),
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {labels.length === 0 && <p className="text-muted text-sm">{tAnnotations('label.empty')}</p>}
        {labels.map(({ labelId, name, retired }) => (
          <LabelChip key={labelId} name={name} retired={retired}>
            <TextLink href={labelHref(businessId, kind, labelId)} prefetch={false} className="text-ink">
              {name}
            </TextLink>
            {mayAnnotate && (
              <PressButton
                aria-label={tAnnotations('label.remove', { name })}
                isPending={isPending}
                onPress={() => void removeLabel(labelId, name)}
                className="-me-1 ms-0.5 inline-flex size-5 items-center justify-center rounded-sm align-middle text-faint hover:text-ink print:hidden"
              >
                <X aria-hidden className="size-3" />
              </PressButton>
            )}
          </LabelChip>
        ))}
        {mayAnnotate && !isAdding && (
          <Button
            ref={opener}
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            onPress={() => setAdding(true)}
          >
            {tAnnotations('label.addLabel')}
          </Button>
        )}
      </div>
      {isAdding && (
        <LabelForm
          businessId={businessId}
          kind={kind}
          recordId={recordId}
          suggestions={labelVocabulary.filter((word) => !labels.some(({ name }) => name === word))}
          onEnd={() => setAdding(false)}
        />
      )}
    </div>
  );
}
