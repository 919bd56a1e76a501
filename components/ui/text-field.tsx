import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, useFieldLayout } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type'> & {
    type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'search' | 'time';
    /** Uses the monospace font, for ids, addresses and hashes. */
    mono?: boolean;
  };

/** A field for one line. A native input, controlled by `value` and `onChange`. */
export function TextField({ mono = false, type = 'text', ...props }: TextFieldProps) {
  const { layout, control, own } = useFieldLayout(props);
  return (
    <Field {...layout}>
      <input
        {...own}
        {...control}
        type={type}
        className={cx(controlStyle, 'h-control', mono && 'font-mono text-sm')}
      />
    </Field>
  );
}
