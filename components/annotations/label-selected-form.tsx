'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { tooLong } from '#components/ui/field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import { longestLabel, maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { formatRecordCount } from './record-words.ts';

/**
 * Which label, and whether it goes on or off. What is labelled are the records that are picked when it opens: their number
 * is what the person decides on, and what comes later is not among them.
 */
export function LabelSelectedForm({
  words,
  kind,
  readIds,
  onChosen,
}: {
  /** What the vocabulary offers. */
  words: readonly string[];
  kind: RecordKind;
  /** The picked records; null where they are more than can be labelled. */
  readIds: (signal: AbortSignal) => Promise<readonly string[] | null>;
  onChosen: (name: string, how: 'add' | 'remove', ids: readonly string[]) => void;
}) {
  const [given, setGiven] = useState('');
  const offered = useId();
  const picked = useQuery({
    queryKey: ['picked to label', offered],
    queryFn: ({ signal }) => readIds(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const ids = picked.data ?? [];
  const name = given.trim().replace(/\s+/gu, ' ');
  const canBe = name !== '' && tooLong(name, longestLabel) === undefined && ids.length > 0;
  return (
    <form
      className="flex w-72 max-w-[calc(100vw-3rem)] flex-col gap-3 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (canBe) onChosen(name, 'add', ids);
      }}
    >
      <TextField
        label="Label"
        help="One that is there, or a new one. Everybody of the business sees it."
        autoFocus
        autoComplete="off"
        list={offered}
        limit={longestLabel}
        value={given}
        onChange={(event) => setGiven(event.target.value)}
      />
      <datalist id={offered}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <p role="status" className="text-muted text-xs empty:hidden">
        {picked.isPending && 'Reading which are selected …'}
        {picked.data === null && `At most ${maximumSelectedToLabel} at once: narrow the list first.`}
      </p>
      {picked.isError && (
        <Button size="sm" onPress={() => void picked.refetch()}>
          The selected rows could not be read. Try again
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isDisabled={!canBe}>
          {ids.length > 0 ? `Put on ${formatRecordCount(kind, ids.length)}` : 'Put on'}
        </Button>
        <Button size="sm" isDisabled={!canBe} onPress={() => onChosen(name, 'remove', ids)}>
          Take off
        </Button>
      </div>
    </form>
  );
}
