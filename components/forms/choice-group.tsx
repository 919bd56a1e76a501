'use client';

import { Checkbox } from '#components/ui/checkbox.tsx';

/** Returns the values of a choice group. */
export const toChoiceList = (text: string): readonly string[] =>
  text.split(' ').filter((part) => part !== '');

/** Adds a value to a list of words or takes it away. */
const toggle = (text: string, value: string, isChosen: boolean): string =>
  [...toChoiceList(text).filter((part) => part !== value), ...(isChosen ? [value] : [])].join(' ');

/** Checkboxes of one question. Their values are words of one text, so that a draft keeps them. */
export function ChoiceGroup({
  legend,
  choices,
  value,
  error,
  onChange,
}: {
  legend: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset className="grid gap-2" aria-invalid={error === undefined ? undefined : true}>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={choice.label}
          checked={toChoiceList(value).includes(choice.value)}
          onChange={({ target }) => onChange(toggle(value, choice.value, target.checked))}
        />
      ))}
      {error !== undefined && <p className="text-bad text-sm">{error}</p>}
    </fieldset>
  );
}
