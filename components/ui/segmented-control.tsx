'use client';

import { useId } from 'react';
import { RadioGroup } from './radio-group.tsx';

/** Switches between two to four views of the same thing, at once. For a choice inside a form use RadioGroup. */
export function SegmentedControl<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  /** The accessible name; not shown. */
  label: string;
  choices: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <RadioGroup
      label={label}
      hideLabel
      look="segments"
      name={name}
      choices={choices}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
