import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { isUuid } from '#lib/values/ids.ts';

/** Rows that are about these ids, pasted whole, one or several. */
export function IdFilter({
  label,
  ids,
  onChange,
}: {
  label: string;
  ids: readonly string[];
  /** Null: any. */
  onChange: (ids: string | null) => void;
}) {
  const [text, setText] = useState(ids.join(', '));
  const [error, setError] = useState('');
  const apply = () => {
    const given = text.split(/[\s,]+/).filter((part) => part !== '');
    const wrong = given.find((one) => !isUuid(one));
    if (wrong !== undefined) setError('Paste whole IDs, like 7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12.');
    else {
      setError('');
      onChange(given.length === 0 ? null : given.join(',').toLowerCase());
    }
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
