'use client';

import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { addLabelAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumLabelLength } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { tControls } from '#lib/messages/controls.ts';
import { recordTopics } from './record-topics.ts';

/** Adds an existing or a new label to a record. Keeps the text when saving fails. */
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
  const [name, setName] = useState('');
  const { act, isPending, problem } = useAction({
    businessId,
    kind: ['labels', recordTopics[kind]],
    inForm: true,
  });
  const listId = useId();
  const add = async () => {
    const failed = tAnnotations('label.notAdded');
    if ((await act(() => addLabelAction({ businessId, kind, recordId, name }), { failed })) !== null) onEnd();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
  };
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onKeyDown={closeOnEscape}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={tAnnotations('label.field')}
        help={tAnnotations('label.help')}
        error={problem?.detail}
        autoFocus
        autoComplete="off"
        list={listId}
        limit={maximumLabelLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-40 flex-1"
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <div className="flex gap-2">
        <Button type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
          {tAnnotations('label.add')}
        </Button>
        <Button variant="quiet" onPress={onEnd}>
          {tControls('cancel')}
        </Button>
      </div>
    </form>
  );
}
