'use client';

import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { addLabelAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { longestLabel } from '#lib/annotations/model.ts';
import { useAnnotating } from './use-annotating.ts';

/** Puts a label on a record: one of the vocabulary, or a new one. What was typed stays when it can't be kept. */
export function LabelForm({
  businessId,
  kind,
  recordId,
  words,
  onEnd,
}: {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  /** What the vocabulary offers. */
  words: readonly string[];
  onEnd: () => void;
}) {
  const [name, setName] = useState('');
  const { act, isPending, failed } = useAnnotating(businessId, kind);
  const offered = useId();
  const add = async () => {
    if (await act(() => addLabelAction({ businessId, kind, recordId, name }))) onEnd();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
  };
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label="Label"
        help="One that is there, or a new one. Everybody of the business sees it."
        error={failed ?? undefined}
        autoFocus
        autoComplete="off"
        list={offered}
        limit={longestLabel}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-40 flex-1"
      />
      <datalist id={offered}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <div className="flex gap-2">
        <Button type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
          Add
        </Button>
        <Button variant="quiet" onPress={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
