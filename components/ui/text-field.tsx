import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, findLengthError, useField } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type'> & {
    type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'search' | 'time';
    /** Uses the monospace font, for ids, addresses and hashes. */
    mono?: boolean;
  };

/** A field for one line. A native input, controlled by `value` and `onChange`. */
export function TextField({
  label,
  help,
  error: reportedError,
  optional = false,
  hideLabel = false,
  limit,
  mono = false,
  className,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const error = reportedError ?? findLengthError(rest.value, limit);
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
      <input
        {...rest}
        {...control}
        type={type}
        className={cx(controlStyle, 'h-control', mono && 'font-mono text-sm')}
      />
    </Field>
  );
}
