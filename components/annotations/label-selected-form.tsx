'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { findLengthError } from '#components/ui/field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumLabelLength, maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { tAnnotationOutcomes, tAnnotations } from '#lib/messages/annotations.ts';
import { formatRecordCount, recordTopics } from './record-topics.ts';

/**
 * Asks for a label and adds or removes it. The selection is read once, when the form opens: the person confirms
 * that number of records, and rows that arrive later are not included.
 */
export function LabelSelectedForm({
  suggestions,
  kind,
  readIds,
  onChosen,
}: {
  /** Names to suggest. */
  suggestions: readonly string[];
  kind: RecordKind;
  /** Returns the selected records, or null above the limit. */
  readIds: (signal: AbortSignal) => Promise<readonly string[] | null>;
  onChosen: (name: string, how: 'add' | 'remove', ids: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const selected = useQuery({
    queryKey: ['selected to label', listId],
    queryFn: ({ signal }) => readIds(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const ids = selected.data ?? [];
  const name = typed.trim().replace(/\s+/gu, ' ');
  const canSubmit = name !== '' && findLengthError(name, maximumLabelLength) === undefined && ids.length > 0;
  return (
    <form
      className="flex w-72 max-w-[calc(100vw-3rem)] flex-col gap-3 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) onChosen(name, 'add', ids);
      }}
    >
      <TextField
        label={tAnnotations('label.field')}
        help={tAnnotations('label.help')}
        autoFocus
        autoComplete="off"
        list={listId}
        limit={maximumLabelLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <p role="status" className="text-muted text-xs empty:hidden">
        {selected.isPending && tAnnotationOutcomes('selected.loading', { noun: recordTopics[kind] })}
        {selected.data === null &&
          tAnnotationOutcomes('selected.tooMany', { maximum: maximumSelectedToLabel })}
      </p>
      {selected.isError && (
        <Button size="sm" onPress={() => void selected.refetch()}>
          {tAnnotationOutcomes('selected.loadFailed', { noun: recordTopics[kind] })}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isDisabled={!canSubmit}>
          {ids.length > 0
            ? tAnnotationOutcomes('selected.addTo', { records: formatRecordCount(kind, ids.length) })
            : tAnnotationOutcomes('selected.add')}
        </Button>
        <Button size="sm" isDisabled={!canSubmit} onPress={() => onChosen(name, 'remove', ids)}>
          {tAnnotationOutcomes('selected.remove')}
        </Button>
      </div>
    </form>
  );
}
