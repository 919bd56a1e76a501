import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import { parseTypedIds } from './typed-ids.ts';

/** Filters by one or several pasted ids. */
export function IdFilter({
  label,
  ids,
  maximum,
  onChange,
}: {
  label: string;
  ids: readonly string[];
  /** The number of ids that still fit into the address. */
  maximum: number;
  /** Receives null when no id is entered. */
  onChange: (ids: string | null) => void;
}) {
  const [text, setText] = useState(ids.join(', '));
  const [error, setError] = useState('');
  const apply = () => {
    const typed = parseTypedIds(text, maximum);
    setError('error' in typed ? typed.error : '');
    if ('ids' in typed) onChange(typed.ids);
  };
  return (
    <form
      className="flex flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={label}
        help={tListFiltersPanel('id.help')}
        error={error === '' ? undefined : error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm" className="self-start">
        {tListFiltersPanel('apply')}
      </Button>
    </form>
  );
}
