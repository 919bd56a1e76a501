import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, tooLong, useField } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type AmountFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'inputMode'> & {
    /** The currency code, shown inside the field at its end. */
    unit?: string | undefined;
  };

/**
 * An amount, as text from first to last: it never becomes a JavaScript number and what was typed is not reformatted.
 * The unit is read out with the field.
 */
export function AmountField({
  label,
  help,
  error: given,
  optional = false,
  hideLabel = false,
  limit,
  unit,
  className,
  ...rest
}: AmountFieldProps) {
  const error = given ?? tooLong(rest.value, limit);
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
        <input
          autoComplete="off"
          spellCheck={false}
          placeholder="0.00"
          {...rest}
          {...control}
          aria-describedby={cx(unit && `${id}-unit`, control['aria-describedby']) || undefined}
          type="text"
          inputMode="decimal"
          className={cx(controlStyle, 'h-control text-right', unit && (unit.length > 3 ? 'pr-14' : 'pr-12'))}
        />
        {unit && (
          <span
            id={`${id}-unit`}
            className="pointer-events-none absolute inset-y-0 right-0 flex items-center pr-2.5 text-muted text-sm"
          >
            {unit}
          </span>
        )}
      </div>
    </Field>
  );
}
