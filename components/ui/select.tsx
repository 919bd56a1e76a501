import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, useField } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type Choice = { readonly value: string; readonly label: string; readonly disabled?: boolean };
type ChoiceGroup = { readonly label: string; readonly choices: readonly Choice[] };

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
    choices: readonly (Choice | ChoiceGroup)[];
    /** A first choice with an empty value, while nothing is chosen. */
    placeholder?: string;
    /** 26 px, for toolbars. */
    small?: boolean;
  };

const option = ({ value, label, disabled }: Choice) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

/**
 * One of a list. A native select: the phone's own picker, type-ahead, works before scripts do; where the browser
 * can draw it (`appearance: base-select`) its list looks like our menus.
 */
export function Select({
  label,
  help,
  error,
  optional = false,
  hideLabel = false,
  choices,
  placeholder,
  small = false,
  className,
  ...rest
}: SelectProps) {
  const { id, control } = useField({ ...rest, help, error });
  return (
    <Field
      id={id}
      label={label}
      help={help}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      <div className="relative">
        <select
          {...rest}
          {...control}
          className={cx(controlStyle, 'choice truncate pr-8', small ? 'h-control-sm text-xs' : 'h-control')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) =>
            'choices' in choice ? (
              <optgroup key={choice.label} label={choice.label}>
                {choice.choices.map(option)}
              </optgroup>
            ) : (
              option(choice)
            ),
          )}
        </select>
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-faint"
        />
      </div>
    </Field>
  );
}
