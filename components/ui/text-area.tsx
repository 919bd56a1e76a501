import type { ComponentProps, KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, findLengthError, useField } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type TextAreaProps = FieldProps &
  ComponentProps<'textarea'> & {
    /** Called for Ctrl and Enter, or ⌘ and Enter. */
    onSave?: () => void;
  };

/** A field for several lines. It grows with its text up to a maximum height, where the browser supports that. */
export function TextArea({
  label,
  help,
  error: reportedError,
  optional = false,
  hideLabel = false,
  limit,
  onSave,
  className,
  ...rest
}: TextAreaProps) {
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
      <textarea
        rows={3}
        {...rest}
        {...(onSave && {
          'aria-keyshortcuts': 'Control+Enter Meta+Enter',
          onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
            rest.onKeyDown?.(event);
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            if (event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSave();
          },
        })}
        {...control}
        className={cx(controlStyle, 'field-sizing-content max-h-96 min-h-16 py-1.5')}
      />
    </Field>
  );
}
