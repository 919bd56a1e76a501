'use client';

import { useId } from 'react';
import { NameForm } from '#components/forms/name-form.tsx';
import { addLabelAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumLabelLength } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { recordTopics } from './record-topics.ts';

/** Adds an existing or a new label to a record. */
export function LabelForm({
  businessId,
  kind,
  recordId,
  suggestions,
  onEnd,
}: {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  /** Names to suggest. */
  suggestions: readonly string[];
  onEnd: () => void;
}) {
  const listId = useId();
  return (
    <>
      <NameForm
        businessId={businessId}
        draft="record-label"
        subject={recordId}
        kind={['labels', recordTopics[kind]]}
        action={(name) => addLabelAction({ businessId, kind, recordId, name })}
        messages={{ failed: tAnnotations('label.notAdded') }}
        onDone={onEnd}
        label={tAnnotations('label.field')}
        help={tAnnotations('label.help')}
        limit={maximumLabelLength}
        list={listId}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
        save={tAnnotations('label.add')}
        onCancel={onEnd}
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
