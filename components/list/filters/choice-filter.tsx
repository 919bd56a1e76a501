import { Checkbox } from '#components/ui/checkbox.tsx';
import type { Choice } from '#lib/lists/model/query.ts';

/** Values to choose from: those that the interface names, and those that came beside them, as they came. */
export function ChoiceFilter({
  label,
  choices,
  told,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  told: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const isNamed = (value: string) => choices.some((choice) => choice.value === value);
  // What an address asks for can be taken away, whether it ever came or not.
  const others = [...new Set([...told, ...chosen])].filter((value) => !isNamed(value));
  const choice = ({ value, label: words }: Choice) => (
    <Checkbox
      key={value}
      label={words}
      checked={chosen.includes(value)}
      onChange={() =>
        onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
      }
      className="wrap-anywhere py-1.5"
    />
  );
  return (
    <div className="max-h-72 overflow-y-auto px-1 pb-1">
      {choices.length > 0 && (
        <fieldset>
          <legend className="sr-only">{label}</legend>
          {choices.map(choice)}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset>
          <legend className="pt-2 pb-1 font-medium text-faint text-xs">
            {choices.length > 0 ? 'Others, as they came' : <span className="sr-only">{label}</span>}
          </legend>
          {others.map((value) => choice({ value, label: value }))}
        </fieldset>
      )}
      {choices.length + others.length === 0 && (
        <p className="py-1.5 text-muted text-sm">There are none yet.</p>
      )}
    </div>
  );
}
