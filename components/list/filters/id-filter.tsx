import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { typedIds } from './typed-ids.ts';

/** Rows that are about these ids, pasted whole, one or several. */
export function IdFilter({
  label,
  ids,
  most,
  onChange,
}: {
  label: string;
  ids: readonly string[];
  /** So many have room beside what else the address holds. */
  most: number;
  /** Null: any. */
  onChange: (ids: string | null) => void;
}) {
  const [text, setText] = useState(ids.join(', '));
  const [error, setError] = useState('');
  const apply = () => {
    const typed = typedIds(text, most);
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
        help="One, or several separated by commas"
        error={error === '' ? undefined : error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm" className="self-start">
        Apply
      </Button>
    </form>
  );
}
