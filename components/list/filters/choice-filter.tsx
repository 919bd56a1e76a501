import { Checkbox } from '#components/ui/checkbox.tsx';
import type { Choice } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';

/** Lists the values of a filter: those of the interface first, then other reported ones, unchanged. */
export function ChoiceFilter({
  label,
  choices,
  reported,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  reported: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const isNamed = (value: string) => choices.some((choice) => choice.value === value);
  // A link may filter by a value that was never reported. It can be removed here.
  const others = [...new Set([...reported, ...chosen])].filter((value) => !isNamed(value));
  const renderChoice = ({ value, label: text }: Choice) => (
    <Checkbox
      key={value}
      label={text}
      checked={chosen.includes(value)}
      onChange={() =>
        onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
      }
      className="wrap-anywhere py-1.5"
    />
  );
  return (
    <div className="max-h-72 overflow-y-auto px-1 pb-1">
      {choices.length > 0 && (
        <fieldset>
          <legend className="sr-only">{label}</legend>
          {choices.map(renderChoice)}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset>
          <legend className="pt-2 pb-1 font-medium text-faint text-xs">
            {choices.length > 0 ? (
              tListFiltersPanel('choice.others')
            ) : (
              <span className="sr-only">{label}</span>
            )}
          </legend>
          {others.map((value) => renderChoice({ value, label: value }))}
        </fieldset>
      )}
      {choices.length + others.length === 0 && (
        <p className="py-1.5 text-muted text-sm">{tListFiltersPanel('choice.empty')}</p>
      )}
    </div>
  );
}
