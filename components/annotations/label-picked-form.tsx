'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { tooLong } from '#components/ui/field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { longestLabel } from '#lib/annotations/model.ts';

/** Which label, and whether it goes on or off. */
export function LabelPickedForm({
  words,
  what,
  onChosen,
}: {
  /** What the vocabulary offers. */
  words: readonly string[];
  /** "12 payments" */
  what: string;
  onChosen: (name: string, how: 'add' | 'remove') => void;
}) {
  const [given, setGiven] = useState('');
  const offered = useId();
  const name = given.trim().replace(/\s+/gu, ' ');
  const isName = name !== '' && tooLong(name, longestLabel) === undefined;
  return (
    <form
      className="flex w-72 max-w-[calc(100vw-3rem)] flex-col gap-3 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (isName) onChosen(name, 'add');
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isDisabled={!isName}>
          {`Put on ${what}`}
        </Button>
        <Button size="sm" isDisabled={!isName} onPress={() => onChosen(name, 'remove')}>
          Take off
        </Button>
      </div>
    </form>
  );
}
