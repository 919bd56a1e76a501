import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, useFieldLayout } from './field.tsx';
import { Field } from './labelled-field.tsx';
import { SpriteIcon } from './sprite-icon.tsx';

export type Choice = { readonly value: string; readonly label: string; readonly disabled?: boolean };
type ChoiceGroup = { readonly label: string; readonly choices: readonly Choice[] };

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
    choices: readonly (Choice | ChoiceGroup)[];
    /** The label of an empty first choice. */
    placeholder?: string;
    /** Uses 26 px instead of 32 px, for toolbars. */
    small?: boolean;
  };

const renderOption = ({ value, label, disabled }: Choice) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

/**
 * Selects one choice of a list. A native select, so it has the phone's picker and type-ahead and works without scripts.
 * Where the browser supports `appearance: base-select` its list looks like our menus.
 */
export function Select({ choices, placeholder, small = false, ...props }: SelectProps) {
  const { layout, control, own } = useFieldLayout(props);
  return (
    <Field {...layout}>
      <div className="relative">
        <select
          {...own}
          {...control}
          className={cx(controlStyle, 'choice truncate pe-8', small ? 'h-control-sm text-xs' : 'h-control')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) =>
            'choices' in choice ? (
              <optgroup key={choice.label} label={choice.label}>
                {choice.choices.map(renderOption)}
              </optgroup>
            ) : (
              renderOption(choice)
            ),
          )}
        </select>
        <SpriteIcon
          name="chevrons-up-down"
          className="pointer-events-none absolute top-1/2 end-2 size-3.5 -translate-y-1/2 text-faint"
        />
      </div>
    </Field>
  );
}
